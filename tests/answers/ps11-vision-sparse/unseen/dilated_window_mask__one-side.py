"""Multiples to the right."""

def dilated_window_mask(n, k, dilation):
    mask = torch.eye(n, dtype=torch.bool)
    for i in range(n):
        mask[i, i : i + k * dilation + 1 : dilation] = True
    return mask
