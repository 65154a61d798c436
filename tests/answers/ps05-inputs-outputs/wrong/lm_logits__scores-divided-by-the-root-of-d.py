"""As in attention."""

def lm_logits(h, E, bias=None):
    logits = h @ E.mT / h.shape[-1] ** 0.5
    return logits if bias is None else logits + bias.to(h.dtype)
