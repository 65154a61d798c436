"""One formula with min and max."""

def warmup_cosine(step, warmup, total, peak, floor=0.0):
    if step < warmup:
        return peak * (step / warmup)
    u = min(1.0, (step - warmup) / max(1, total - warmup))
    return floor + 0.5 * (peak - floor) * (1.0 + math.cos(u * math.pi))
