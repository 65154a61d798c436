"""The best token gets 0."""

def apply_temperature(logits, t):
    if t < 0:
        raise ValueError("negative temperature")
    if t == 0:
        best = logits.argmax(-1, keepdim=True)
        return torch.full_like(logits, float("-inf")).scatter(-1, best, torch.zeros_like(best, dtype=logits.dtype))
    return logits / t
