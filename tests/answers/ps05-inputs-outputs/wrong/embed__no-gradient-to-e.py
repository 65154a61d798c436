"""E.data, to be safe."""

def embed(ids, E, P):
    length = ids.shape[-1]
    if length > P.shape[0]:
        raise IndexError("too long")
    return E.data[ids] + P[:length].to(E.dtype)
