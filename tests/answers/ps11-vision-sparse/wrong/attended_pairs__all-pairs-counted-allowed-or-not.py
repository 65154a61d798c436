"""numel."""

def attended_pairs(mask: Tensor) -> int:
    return int(mask.numel())
