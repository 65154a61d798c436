"""A permutation for each row, shifted past the row's own position."""

def random_sparse_mask(n, keys_per_query, generator=None):
    mask = torch.eye(n, dtype=torch.bool)
    for i in range(n):
        others = torch.randperm(n - 1, generator=generator)[:keys_per_query]
        mask[i, others + (others >= i).long()] = True
    return mask
