"""One is added to the positions."""

def rotary(x, positions, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("d must be even")
    wide = torch.promote_types(x.dtype, torch.float32)
    speeds = base ** (-torch.arange(0, d, 2, dtype=wide) / d)
    t = (positions.to(wide)[..., None] + 1) * speeds
    a, b = x[..., 0::2].to(wide), x[..., 1::2].to(wide)
    return torch.stack([a * t.cos() - b * t.sin(), a * t.sin() + b * t.cos()], dim=-1).flatten(-2).to(x.dtype)
