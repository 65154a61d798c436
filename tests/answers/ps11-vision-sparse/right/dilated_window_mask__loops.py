"""Step by step for each position."""

def dilated_window_mask(n, k, dilation):
    mask = torch.zeros(n, n, dtype=torch.bool)
    for i in range(n):
        for step in range(-k, k + 1):
            j = i + step * dilation
            if 0 <= j < n:
                mask[i, j] = True
    return mask
