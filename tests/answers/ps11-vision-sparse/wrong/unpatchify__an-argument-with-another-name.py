"""c, h and w."""

def unpatchify(patches: Tensor, p: int, c: int, h: int, w: int) -> Tensor:
    channels, height, width = c, h, w
    if height % p or width % p:
        raise ValueError(f"patches of side {p} do not tile a picture of {height} by {width}")
    split = patches.reshape(-1, height // p, width // p, p, p, channels)
    return split.permute(0, 5, 1, 3, 2, 4).reshape(-1, channels, height, width)
