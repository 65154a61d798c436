"""Assignment by index."""

def to_additive(mask: Tensor, dtype: torch.dtype = torch.float32) -> Tensor:
    out = torch.zeros(mask.shape, dtype=dtype)
    out[mask.logical_not()] = -math.inf
    return out
