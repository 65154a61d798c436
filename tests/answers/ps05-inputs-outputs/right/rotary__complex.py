"""Pairs as complex numbers."""

def rotary(x, positions, base=10000.0):
    if x.shape[-1] % 2:
        raise ValueError("odd")
    wide = torch.promote_types(x.dtype, torch.float32)
    pairs = torch.view_as_complex(x.to(wide).unflatten(-1, (-1, 2)).contiguous())
    angles = positions.to(wide).unsqueeze(-1) / base ** (torch.arange(0, x.shape[-1], 2, dtype=wide) / x.shape[-1])
    return torch.view_as_real(pairs * torch.polar(torch.ones_like(angles), angles)).flatten(-2).to(x.dtype)
