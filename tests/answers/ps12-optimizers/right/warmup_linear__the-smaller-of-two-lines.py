"""The smaller of two lines."""

def warmup_linear(step, warmup, total, peak):
    fall = (total - step) / (total - warmup)
    return float(peak * max(0.0, fall if step >= warmup else step / warmup))
