"""A division by a warm-up of 0."""

def warmup_linear(step, warmup, total, peak):
    if step <= warmup:
        return peak * step / warmup
    if step >= total:
        return 0.0
    return peak * (total - step) / (total - warmup)
