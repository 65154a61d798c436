"""Just cast."""

def to_additive(mask, dtype=torch.float32):
    return mask.to(dtype)
