"""The logarithm of 1 and 0."""

def to_additive(mask, dtype=torch.float32):
    return mask.float().log().to(dtype)
