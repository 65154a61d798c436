"""Move the channels to the end, then cut rows and columns."""

def patchify(images, p):
    x = images.movedim(1, 3)
    B, H, W, C = x.shape
    if H // p * p != H or W // p * p != W:
        raise ValueError(f"{p} does not divide {(H, W)}")
    rows = x.unflatten(2, (W // p, p)).unflatten(1, (H // p, p))
    return rows.swapaxes(2, 3).reshape(B, (H // p) * (W // p), -1)
