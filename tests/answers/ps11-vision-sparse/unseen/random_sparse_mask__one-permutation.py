"""One permutation shifted from row to row.

True of it: one-draw-for-all-rows
"""

def random_sparse_mask(n, keys_per_query, generator=None):
    steps = torch.randperm(n - 1, generator=generator)[:keys_per_query] + 1 if n > 1 else torch.zeros(0).long()
    mask = torch.eye(n, dtype=torch.bool)
    for i in range(n):
        mask[i, (i + steps) % n] = True
    return mask
