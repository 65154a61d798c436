"""A matrix product with one-hot rows."""

def embed(ids, E, P):
    if ids.shape[-1] > P.shape[0]:
        raise IndexError("no position left")
    hot = nn.functional.one_hot(ids, E.shape[0]).to(E.dtype)
    return hot @ E + P[: ids.shape[-1]].to(E.dtype)
