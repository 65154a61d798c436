"""Random lengths of a run beside oneself.

True of it: neighbours-drawn-more-often-than-positions-far-away
"""

def random_sparse_mask(n, keys_per_query, generator=None):
    mask, k = torch.eye(n, dtype=torch.bool), min(keys_per_query, n - 1)
    for i in range(n):
        left = int(torch.randint(k + 1, (1,), generator=generator))
        for j in list(range(i - left, i)) + list(range(i + 1, i + 1 + k - left)):
            mask[i, j % n] = True
    return mask
