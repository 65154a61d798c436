"""The argument dtype is not used."""

def to_additive(mask, dtype=torch.float32):
    return torch.zeros(mask.shape).masked_fill(~mask, float("-inf"))
