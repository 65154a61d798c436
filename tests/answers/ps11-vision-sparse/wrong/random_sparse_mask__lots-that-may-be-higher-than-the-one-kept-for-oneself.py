"""Normal lots, and a 2 for oneself: now and then another lot is higher."""

def random_sparse_mask(n, keys_per_query, generator=None):
    lots = torch.randn(n, n, generator=generator)
    lots.fill_diagonal_(2.0)
    chosen = lots.topk(min(keys_per_query + 1, n), dim=1).indices
    return torch.zeros(n, n, dtype=torch.bool).scatter(1, chosen, True)
