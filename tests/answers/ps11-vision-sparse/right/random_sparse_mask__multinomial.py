"""multinomial without replacement."""

def random_sparse_mask(n, keys_per_query, generator=None):
    k = min(keys_per_query, n - 1)
    mask = torch.eye(n, dtype=torch.bool)
    if k <= 0:
        return mask
    others = torch.multinomial(1.0 - torch.eye(n), k, replacement=False, generator=generator)
    return mask.scatter(1, others, True)
