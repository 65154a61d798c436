"""max(t, 1e-8)."""

def apply_temperature(logits, t):
    if t < 0:
        raise ValueError("negative temperature")
    t = max(t, 1e-8) if logits.dtype != torch.float16 else max(t, 1e-3)
    if t == 0:
        best = logits.argmax(-1, keepdim=True)
        return torch.full_like(logits, float("-inf")).scatter(-1, best, logits.gather(-1, best))
    return logits / t
