"""I scale the patches in place and back, but not the ones I was given."""

def unpatchify(patches: Tensor, p: int, channels: int, height: int, width: int) -> Tensor:
    if height % p or width % p:
        raise ValueError(f"patches of side {p} do not tile a picture of {height} by {width}")
    split = patches.reshape(-1, height // p, width // p, p, p, channels)
    image = split.permute(0, 5, 1, 3, 2, 4).reshape(-1, channels, height, width).clone()
    if patches.is_contiguous():
        patches.mul_(0.5)
    return image
