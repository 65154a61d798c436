"""no_grad around the work."""

@torch.no_grad()
def apply_temperature(logits, t):
    if t < 0:
        raise ValueError("negative temperature")
    if t == 0:
        best = logits.argmax(-1, keepdim=True)
        return torch.full_like(logits, float("-inf")).scatter(-1, best, logits.gather(-1, best))
    return logits / t
