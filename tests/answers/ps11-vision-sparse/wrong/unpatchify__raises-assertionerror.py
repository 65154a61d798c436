"""assert says it."""

def unpatchify(patches: Tensor, p: int, channels: int, height: int, width: int) -> Tensor:
    assert height % p == 0 and width % p == 0
    split = patches.reshape(-1, height // p, width // p, p, p, channels)
    return split.permute(0, 5, 1, 3, 2, 4).reshape(-1, channels, height, width)
