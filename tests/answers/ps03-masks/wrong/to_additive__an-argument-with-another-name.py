"""The dtype is called kind."""

def to_additive(mask, kind=torch.float32):
    return torch.zeros(mask.shape, dtype=kind).masked_fill(~mask, float("-inf"))
