"""The batch dimension slipped behind the patches before the reshape."""

def patchify(images: Tensor, p: int) -> Tensor:
    B, C, H, W = images.shape
    if H % p or W % p:
        raise ValueError(f"patches of side {p} do not tile a picture of {H} by {W}")
    split = images.reshape(B, C, H // p, p, W // p, p)
    return split.permute(2, 4, 0, 3, 5, 1).reshape(B, -1, p * p * C)
