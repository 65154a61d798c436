"""A rate that stays at the peak."""

def warmup_linear(step, warmup, total, peak):
    if step < warmup:
        return peak * step / warmup
    if step >= total:
        return 0.0
    return float(peak)
