"""The batch is one long text."""

def embed(ids, E, P):
    length = ids.shape[-1]
    if length > P.shape[0]:
        raise IndexError("too long")
    places = torch.arange(ids.numel()).view(ids.shape) % len(P)
    return E[ids] + P[places].to(E.dtype)
