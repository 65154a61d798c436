"""That is how pictures are drawn."""

def unpatchify(patches: Tensor, p: int, channels: int, height: int, width: int) -> Tensor:
    if height % p or width % p:
        raise ValueError(f"patches of side {p} do not tile a picture of {height} by {width}")
    split = patches.reshape(-1, height // p, width // p, p, p, channels)
    return split.permute(0, 5, 1, 3, 2, 4).reshape(-1, channels, height, width).movedim(1, -1)
