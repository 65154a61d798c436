"""Scaled as attention is.

True of it: scores-divided-by-the-root-of-d, returns-float64
"""

def lm_logits(h, E, bias=None):
    z = h @ E.T / h.shape[-1] ** 0.5
    return z if bias is None else z + bias
