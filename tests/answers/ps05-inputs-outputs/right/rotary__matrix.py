"""A 2 x 2 matrix for each pair, and an einsum."""

def rotary(x, positions, base=10000.0):
    d = x.shape[-1]
    if d % 2 == 1:
        raise ValueError("d")
    wide = torch.float64
    t = positions.to(wide)[..., None] * base ** (-torch.arange(0, d, 2, dtype=wide) / d)
    turn = torch.stack([torch.stack([t.cos(), -t.sin()], -1), torch.stack([t.sin(), t.cos()], -1)], -2)
    pairs = x.to(wide).reshape(*x.shape[:-1], d // 2, 2, 1)
    return (turn @ pairs).reshape(x.shape).to(x.dtype)
