"""The long window, and equal remainders."""

def dilated_window_mask(n, k, dilation):
    r = torch.arange(n) % dilation
    return sliding_window_mask(n, k * dilation) & (r[:, None] == r)
