"""-1e9 is as good as -inf."""

def to_additive(mask, dtype=torch.float32):
    return torch.where(mask, 0.0, -1e9).to(dtype)
