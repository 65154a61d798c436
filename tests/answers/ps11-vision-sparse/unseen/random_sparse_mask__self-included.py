"""Self is one of the k.

True of it: itself-counted-among-the-others
"""

def random_sparse_mask(n, keys_per_query, generator=None):
    scores = torch.rand(n, n, generator=generator).fill_diagonal_(2)
    k = min(n, keys_per_query)
    return torch.zeros(n, n, dtype=torch.bool).scatter(1, scores.topk(k).indices, True)
