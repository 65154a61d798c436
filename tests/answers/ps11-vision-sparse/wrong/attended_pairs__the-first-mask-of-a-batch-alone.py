"""One mask is enough, they are alike."""

def attended_pairs(mask: Tensor) -> int:
    return int(mask[(0,) * (mask.dim() - 2)].sum())
