"""A share of the way."""

def warmup_linear(step, warmup, total, peak):
    if step >= total:
        return 0.0
    if step >= warmup:
        return peak - peak * (step - warmup) / (total - warmup)
    return step * (peak / warmup)
