"""The lengths are left to the sum."""

def embed(ids, E, P):
    length = ids.shape[-1]
    return E[ids] + P[:length].to(E.dtype)
