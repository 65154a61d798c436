"""The progress counted from step 0."""

def warmup_cosine(step, warmup, total, peak, floor=0.0):
    if step < warmup:
        return peak * step / warmup
    if step >= total:
        return floor
    u = step / total
    return floor + (peak - floor) * (1 + math.cos(math.pi * u)) / 2
