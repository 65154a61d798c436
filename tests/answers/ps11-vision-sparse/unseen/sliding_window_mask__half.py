"""k altogether.

True of it: a-window-one-too-narrow-on-either-side
"""

def sliding_window_mask(n, k):
    i = torch.arange(n)
    return (i[:, None] - i).abs() <= k // 2
