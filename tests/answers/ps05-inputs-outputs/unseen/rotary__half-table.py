"""The table is cast to the dtype of x, and the positions too.

True of it: angles-in-half-precision
"""

def rotary(x, positions, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    t = positions.to(x.dtype)[..., None] * base ** (-torch.arange(0, d, 2) / d).to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * t.cos() - b * t.sin(), a * t.sin() + b * t.cos()], -1).flatten(-2)
