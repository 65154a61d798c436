"""Pair by pair."""

def sliding_window_mask(n, k):
    mask = torch.zeros(n, n, dtype=torch.bool)
    for i in range(n):
        mask[i, max(0, i - k) : i + k + 1] = True
    return mask
