"""Two unfolds of the tensor."""

def patchify(images, p):
    B, C, H, W = images.shape
    if (H % p) + (W % p) > 0:
        raise ValueError("no whole number of patches")
    windows = images.unfold(2, p, p).unfold(3, p, p)  # B, C, rows, columns, p, p
    return windows.permute(0, 2, 3, 4, 5, 1).flatten(3).flatten(1, 2)
