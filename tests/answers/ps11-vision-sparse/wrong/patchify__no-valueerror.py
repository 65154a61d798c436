"""What does not fit is cut off at the edge."""

def patchify(images: Tensor, p: int) -> Tensor:
    B, C, H, W = images.shape
    H, W = H - H % p, W - W % p
    images = images[:, :, :H, :W]
    split = images.reshape(B, C, H // p, p, W // p, p)
    return split.permute(0, 2, 4, 3, 5, 1).reshape(B, -1, p * p * C)
