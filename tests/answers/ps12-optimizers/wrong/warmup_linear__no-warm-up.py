"""No warm-up."""

def warmup_linear(step, warmup, total, peak):
    if step < warmup:
        return peak
    if step >= total:
        return 0.0
    return peak * (total - step) / (total - warmup)
