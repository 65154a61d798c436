"""I counted what is hidden."""

def attended_pairs(mask: Tensor) -> int:
    return int((~mask).sum())
