"""A rise that begins one step late or early."""

def warmup_linear(step, warmup, total, peak):
    if step < warmup:
        return peak * (step + 1) / warmup
    if step >= total:
        return 0.0
    return peak * (total - step) / (total - warmup)
