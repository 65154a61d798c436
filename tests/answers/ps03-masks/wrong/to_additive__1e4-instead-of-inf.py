"""-1e4 fits into every dtype."""

def to_additive(mask, dtype=torch.float32):
    return torch.where(mask, 0.0, -1e4).to(dtype)
