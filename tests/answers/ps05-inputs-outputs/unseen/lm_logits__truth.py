"""bias or nothing."""

def lm_logits(h, E, bias=None):
    return h @ E.T + (bias or 0)
