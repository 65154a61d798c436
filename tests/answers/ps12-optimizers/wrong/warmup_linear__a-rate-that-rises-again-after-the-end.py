"""A rate that rises again after the end."""

def warmup_linear(step, warmup, total, peak):
    if step < warmup:
        return peak * step / warmup
    return peak * abs(total - step) / (total - warmup)
