"""An argument with another name."""

def warmup_cosine(step, warmup_steps, total, peak, floor=0.0):
    if step < warmup_steps:
        return peak * step / warmup_steps
    if step >= total:
        return floor
    u = (step - warmup_steps) / (total - warmup_steps)
    return floor + (peak - floor) * (1 + math.cos(math.pi * u)) / 2
