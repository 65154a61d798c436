"""Positions from 0, whatever is given.

True of it: positions-not-used, returns-float32
"""

def rotary(x, positions, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError
    t = torch.arange(x.shape[-2])[:, None] * base ** (-torch.arange(0, d, 2) / d)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * t.cos() - b * t.sin(), a * t.sin() + b * t.cos()], -1).flatten(-2)
