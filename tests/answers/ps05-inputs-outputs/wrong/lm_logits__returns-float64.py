"""The bias decides about the dtype."""

def lm_logits(h, E, bias=None):
    logits = h @ E.mT
    return logits if bias is None else logits + bias
