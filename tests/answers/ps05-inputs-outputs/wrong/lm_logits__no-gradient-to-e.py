"""The tied matrix is detached."""

def lm_logits(h, E, bias=None):
    logits = h @ E.detach().mT
    return logits if bias is None else logits + bias.to(h.dtype)
