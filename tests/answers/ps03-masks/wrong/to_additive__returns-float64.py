"""The default is float64."""

def to_additive(mask, dtype=torch.float64):
    return torch.zeros(mask.shape, dtype=dtype).masked_fill(~mask, float("-inf"))
