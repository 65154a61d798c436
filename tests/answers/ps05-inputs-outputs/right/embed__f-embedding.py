"""F.embedding for both."""

def embed(ids, E, P):
    places = torch.arange(ids.shape[-1])
    if len(places) > len(P):
        raise IndexError(f"{len(places)} tokens")
    return nn.functional.embedding(ids, E) + nn.functional.embedding(places, P).to(E.dtype)
