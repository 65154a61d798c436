"""torch.where with 0-d tensors."""

def to_additive(mask, dtype=torch.float32):
    return torch.where(mask, torch.tensor(0.0, dtype=dtype), torch.tensor(float("-inf"), dtype=dtype))
