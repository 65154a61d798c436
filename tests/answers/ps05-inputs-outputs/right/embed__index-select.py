"""Rows picked with index_select; indexing P with arange raises the IndexError by itself."""

def embed(ids, E, P):
    places = P[torch.arange(ids.size(-1))]
    tokens = E.index_select(0, ids.reshape(-1)).reshape(*ids.shape, E.size(1))
    return tokens + places.to(tokens.dtype)
