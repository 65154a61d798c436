"""Ranks of random numbers."""

def random_sparse_mask(n, keys_per_query, generator=None):
    draws = torch.rand((n, n), generator=generator)
    draws[torch.arange(n), torch.arange(n)] = -1.0
    rank = draws.argsort(dim=1).argsort(dim=1)
    return rank <= keys_per_query
