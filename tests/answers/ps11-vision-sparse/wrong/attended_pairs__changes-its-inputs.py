"""Counted and then cleared."""

def attended_pairs(mask: Tensor) -> int:
    number = int(mask.sum())
    mask.zero_()
    return number
