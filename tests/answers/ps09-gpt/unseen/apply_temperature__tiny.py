"""A temperature of 0 is a very small one.

True of it: a-very-small-temperature-instead-of-0
"""

def apply_temperature(logits, t):
    if t < 0:
        raise ValueError
    return logits / max(t, 1e-8)
