"""The reshape complains by itself."""

def unpatchify(patches: Tensor, p: int, channels: int, height: int, width: int) -> Tensor:
    split = patches.reshape(-1, height // p, width // p, p, p, channels)
    return split.permute(0, 5, 1, 3, 2, 4).reshape(-1, channels, height, width)
