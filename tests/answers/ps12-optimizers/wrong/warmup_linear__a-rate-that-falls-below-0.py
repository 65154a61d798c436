"""A rate that falls below 0."""

def warmup_linear(step, warmup, total, peak):
    if step < warmup:
        return peak * step / warmup
    return peak * (total - step) / (total - warmup)
