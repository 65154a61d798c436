"""The bias stands as a column where it fits."""

def lm_logits(h, E, bias=None):
    logits = h @ E.mT
    return logits if bias is None else logits + (bias[:, None] if len(h) == len(bias) else bias).to(h.dtype)
