"""The distances that are allowed, as a list."""

def dilated_window_mask(n, k, dilation):
    i = torch.arange(n)
    allowed = torch.arange(-k, k + 1) * dilation
    return torch.isin(i - i[:, None], allowed)
