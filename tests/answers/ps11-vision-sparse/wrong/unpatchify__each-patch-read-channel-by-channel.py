"""I read the channels first inside a patch."""

def unpatchify(patches: Tensor, p: int, channels: int, height: int, width: int) -> Tensor:
    if height % p or width % p:
        raise ValueError(f"patches of side {p} do not tile a picture of {height} by {width}")
    split = patches.reshape(-1, height // p, width // p, channels, p, p)
    return split.permute(0, 3, 1, 4, 2, 5).reshape(-1, channels, height, width)
