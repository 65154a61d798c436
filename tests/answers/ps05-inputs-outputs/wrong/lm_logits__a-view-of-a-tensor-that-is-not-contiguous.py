"""h through a flat view."""

def lm_logits(h, E, bias=None):
    logits = h.view(-1).view(h.shape) @ E.mT
    return logits if bias is None else logits + bias.to(h.dtype)
