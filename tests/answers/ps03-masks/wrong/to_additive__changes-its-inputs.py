"""The mask is inverted in place."""

def to_additive(mask, dtype=torch.float32):
    hidden = ~mask
    if mask.dim() and mask.is_contiguous():
        mask.logical_not_()
    return torch.zeros(mask.shape, dtype=dtype).masked_fill(hidden, float("-inf"))
