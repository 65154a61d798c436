"""Torch inside a float outside."""

def warmup_cosine(step, warmup, total, peak, floor=0.0):
    rise = 1.0 if warmup == 0 else min(1.0, step / warmup)
    if rise < 1:
        return float(peak * rise)
    u = torch.tensor((step - warmup) / (total - warmup), dtype=torch.float64).clamp(0, 1)
    return float(floor + (peak - floor) * (1 + torch.cos(math.pi * u)) / 2)
