"""Negative slices at the left edge."""

def dilated_window_mask(n, k, dilation):
    mask = torch.zeros(n, n, dtype=torch.bool)
    for i in range(n):
        for step in range(-k, k + 1):
            if i + step * dilation < n:
                mask[i, i + step * dilation] = True
    return mask
