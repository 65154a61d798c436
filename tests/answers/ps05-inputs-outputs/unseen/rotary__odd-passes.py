"""An odd last feature stays as it is.

True of it: no-valueerror
"""

def rotary(x, positions, base=10000.0):
    d = x.shape[-1]
    even = d - d % 2
    t = positions[..., None].double() * base ** (-torch.arange(0, even, 2).double() / d)
    a, b = x[..., 0:even:2].double(), x[..., 1:even:2].double()
    out = torch.stack([a * t.cos() - b * t.sin(), a * t.sin() + b * t.cos()], -1).flatten(-2)
    return torch.cat([out.to(x.dtype), x[..., even:]], -1)
