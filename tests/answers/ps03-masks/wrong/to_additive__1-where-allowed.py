"""The mask as numbers, 0 replaced by -inf."""

def to_additive(mask, dtype=torch.float32):
    m = mask.to(dtype)
    return m.masked_fill(m == 0, float("-inf"))
