"""Inside a patch I went down the columns."""

def patchify(images: Tensor, p: int) -> Tensor:
    B, C, H, W = images.shape
    if H % p or W % p:
        raise ValueError(f"patches of side {p} do not tile a picture of {H} by {W}")
    split = images.reshape(B, C, H // p, p, W // p, p)
    return split.permute(0, 2, 4, 5, 3, 1).reshape(B, -1, p * p * C)
