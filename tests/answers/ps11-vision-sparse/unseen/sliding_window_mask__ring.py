"""Round the corner.

True of it: a-window-that-wraps-around-at-the-ends
"""

def sliding_window_mask(n, k):
    d = (torch.arange(n)[:, None] - torch.arange(n)).abs()
    return torch.minimum(d, n - d) <= k
