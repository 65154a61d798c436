"""The square of a cosine."""

def warmup_cosine(step, warmup, total, peak, floor=0.0):
    if warmup > step:
        return step * peak / warmup
    if step > total:
        step = total
    half = math.cos(math.pi / 2 * (step - warmup) / (total - warmup)) ** 2
    return float(peak * half + floor * (1 - half))
