"""k counts places, not steps.

True of it: a-reach-of-k-positions-instead-of-k-steps
"""

def dilated_window_mask(n, k, dilation):
    d = (torch.arange(n)[:, None] - torch.arange(n)).abs()
    return (d % dilation == 0) & (d <= k)
