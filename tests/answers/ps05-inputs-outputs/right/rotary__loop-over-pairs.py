"""A loop over the pairs."""

def rotary(x, positions, base=10000.0):
    d = x.shape[-1]
    if d & 1:
        raise ValueError("features come in pairs")
    wide = torch.promote_types(x.dtype, torch.float32)
    columns = []
    for i in range(d // 2):
        t = positions.to(wide) * base ** (-2 * i / d)
        a, b = x[..., 2 * i].to(wide), x[..., 2 * i + 1].to(wide)
        columns += [a * t.cos() - b * t.sin(), a * t.sin() + b * t.cos()]
    return torch.stack(columns, -1).to(x.dtype)
