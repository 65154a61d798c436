"""x cos + rotated(x) sin with each angle twice."""

def rotary(x, positions, base=10000.0):
    d = x.shape[-1]
    if d % 2 != 0:
        raise ValueError(f"odd width {d}")
    wide = torch.promote_types(x.dtype, torch.float32)
    y = x.to(wide)
    t = (positions.to(wide).unsqueeze(-1) * base ** (-torch.arange(0, d, 2).to(wide) / d)).repeat_interleave(2, dim=-1)
    rotated = torch.stack((-y[..., 1::2], y[..., ::2]), dim=-1).reshape(y.shape)
    return (y * torch.cos(t) + rotated * torch.sin(t)).to(x.dtype)
