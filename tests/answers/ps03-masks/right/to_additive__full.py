"""Full of -inf, zeros where allowed."""

def to_additive(mask, dtype=torch.float32):
    return torch.full(tuple(mask.shape), float("-inf"), dtype=dtype).masked_fill_(mask, 0)
