"""A rise that does not reach the peak: steps divided by total."""

def warmup_cosine(step, warmup, total, peak, floor=0.0):
    if step < warmup:
        return peak * step / total
    if step >= total:
        return floor
    u = (step - warmup) / (total - warmup)
    return floor + (peak - floor) * (1 + math.cos(math.pi * u)) / 2
