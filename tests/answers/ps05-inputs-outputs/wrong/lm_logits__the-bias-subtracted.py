"""A minus."""

def lm_logits(h, E, bias=None):
    logits = h @ E.mT
    return logits if bias is None else logits - bias.to(h.dtype)
