"""The progress counted from step 0."""

def warmup_linear(step, warmup, total, peak):
    if step < warmup:
        return peak * step / warmup
    if step >= total:
        return 0.0
    return peak * (1 - step / total)
