"""randint, so two may fall together.

True of it: a-key-that-may-be-drawn-twice
"""

def random_sparse_mask(n, keys_per_query, generator=None):
    mask = torch.eye(n, dtype=torch.bool)
    mask.scatter_(1, torch.randint(n, (n, keys_per_query), generator=generator), True)
    return mask
