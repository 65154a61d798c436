"""Maxima counted from the left."""

def apply_temperature(logits, t):
    if t < 0:
        raise ValueError(t)
    if t == 0:
        highest = logits == logits.amax(-1, keepdim=True)
        first = highest & (highest.cumsum(-1) == 1)
        return torch.where(first, logits, float("-inf"))
    return logits * (1 / t)
