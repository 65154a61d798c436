"""No warm-up at all, and nothing after the end.

True of it: no-warm-up, the-progress-counted-from-step-0, a-rate-that-rises-again-after-the-end
"""

def warmup_cosine(step, warmup, total, peak, floor=0.0):
    return floor + (peak - floor) * (1 + math.cos(math.pi * step / total)) / 2
