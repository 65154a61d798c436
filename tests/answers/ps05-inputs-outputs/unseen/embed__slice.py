"""A slice of P, and PyTorch will complain.

True of it: raises-runtimeerror, returns-float32
"""

def embed(ids, E, P):
    return E[ids] + P[: ids.shape[-1]]
