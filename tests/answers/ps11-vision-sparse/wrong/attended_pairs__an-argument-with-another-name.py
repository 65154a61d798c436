"""m."""

def attended_pairs(m: Tensor) -> int:
    return int(m.sum())
