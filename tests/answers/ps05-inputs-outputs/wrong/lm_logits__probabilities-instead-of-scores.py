"""A softmax at the end."""

def lm_logits(h, E, bias=None):
    logits = (h @ E.mT).softmax(-1)
    return logits if bias is None else logits + bias.to(h.dtype)
