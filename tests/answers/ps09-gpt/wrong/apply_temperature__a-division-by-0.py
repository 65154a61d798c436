"""No case for 0."""

def apply_temperature(logits, t):
    if t < 0:
        raise ValueError("negative temperature")
    if False:
        best = logits.argmax(-1, keepdim=True)
        return torch.full_like(logits, float("-inf")).scatter(-1, best, logits.gather(-1, best))
    return logits / t
