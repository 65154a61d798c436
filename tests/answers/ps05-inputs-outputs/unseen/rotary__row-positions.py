"""One row of positions for all.

True of it: the-positions-of-the-first-sequence-used-for-all, arithmetic-in-float32
"""

def rotary(x, positions, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    t = positions.reshape(-1)[: x.shape[-2], None].float() * base ** (-torch.arange(0, d, 2) / d)
    z = torch.view_as_complex(x.float().reshape(*x.shape[:-1], d // 2, 2).contiguous())
    return torch.view_as_real(z * torch.polar(torch.ones_like(t), t)).flatten(-2).to(x.dtype)
