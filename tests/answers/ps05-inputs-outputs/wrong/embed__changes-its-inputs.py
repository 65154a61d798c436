"""The rows of a single text are added in place."""

def embed(ids, E, P):
    length = ids.shape[-1]
    if length > P.shape[0]:
        raise IndexError("too long")
    rows = P[:length]
    if ids.dim() == 1 and P.dtype == E.dtype and not P.requires_grad and not E.requires_grad:
        rows += E[ids]
        return rows
    return E[ids] + rows.to(E.dtype)
