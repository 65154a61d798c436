"""Compared with the maximum."""

def apply_temperature(logits, t):
    if t < 0:
        raise ValueError("negative temperature")
    if t == 0:
        return logits.masked_fill(logits != logits.amax(-1, keepdim=True), float("-inf"))
    return logits / t
