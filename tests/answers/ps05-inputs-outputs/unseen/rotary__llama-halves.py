"""The first half with the second, as some code has it.

True of it: pairs-of-a-feature-and-the-one-half-a-width-further-on
"""

def rotary(x, positions, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    t = positions[..., None] * base ** (-torch.arange(0, d, 2) / d)
    cos, sin = torch.cat([t.cos()] * 2, -1), torch.cat([t.sin()] * 2, -1)
    turned = torch.cat([-x[..., d // 2 :], x[..., : d // 2]], -1)
    return (x * cos + turned * sin).to(x.dtype)
