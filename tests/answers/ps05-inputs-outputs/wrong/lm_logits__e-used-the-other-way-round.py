"""h @ E, where the shape allows it."""

def lm_logits(h, E, bias=None):
    square = E.shape[0] == E.shape[1]
    logits = h @ (E if square else E.mT)
    return logits if bias is None else logits + bias.to(h.dtype)
