"""Interpolation by numpy."""

def warmup_linear(step, warmup, total, peak):
    import numpy as np

    if warmup == 0:
        return float(np.interp(step, [0, total], [peak, 0.0]))
    return float(np.interp(step, [0, warmup, total], [0.0, peak, 0.0]))
