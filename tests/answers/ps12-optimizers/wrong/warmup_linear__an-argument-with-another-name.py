"""An argument with another name."""

def warmup_linear(step, warmup, total, max_lr):
    if step < warmup:
        return max_lr * step / warmup
    if step >= total:
        return 0.0
    return max_lr * (total - step) / (total - warmup)
