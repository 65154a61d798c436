"""How many steps is it, and is that a whole number?"""

def dilated_window_mask(n, k, dilation):
    i = torch.arange(n, dtype=torch.float64)
    steps = (i[None, :] - i[:, None]) / dilation
    return (steps == steps.round()) & (steps.abs() <= k)
