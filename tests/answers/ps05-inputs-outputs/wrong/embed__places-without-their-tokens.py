"""E is forgotten."""

def embed(ids, E, P):
    length = ids.shape[-1]
    if length > P.shape[0]:
        raise IndexError("too long")
    return 0 * E[ids] + P[:length].to(E.dtype)
