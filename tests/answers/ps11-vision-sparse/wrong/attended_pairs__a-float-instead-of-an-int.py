"""A sum of floats."""

def attended_pairs(mask: Tensor) -> int:
    return float(mask.sum())
