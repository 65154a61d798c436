"""The bias is called b."""

def lm_logits(h, E, b=None):
    bias = b
    logits = h @ E.mT
    return logits if bias is None else logits + bias.to(h.dtype)
