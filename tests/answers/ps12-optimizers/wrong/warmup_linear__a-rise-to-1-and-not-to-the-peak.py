"""A rise to 1 and not to the peak."""

def warmup_linear(step, warmup, total, peak):
    if step < warmup:
        return step / warmup
    if step >= total:
        return 0.0
    return peak * (total - step) / (total - warmup)
