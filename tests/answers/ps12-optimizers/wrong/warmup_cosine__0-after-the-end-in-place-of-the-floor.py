"""0 after the end in place of the floor."""

def warmup_cosine(step, warmup, total, peak, floor=0.0):
    if step < warmup:
        return peak * step / warmup
    if step >= total:
        return 0.0
    u = (step - warmup) / (total - warmup)
    return floor + (peak - floor) * (1 + math.cos(math.pi * u)) / 2
