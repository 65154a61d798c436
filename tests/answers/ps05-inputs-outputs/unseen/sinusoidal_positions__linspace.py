"""Exponents by linspace from 0 to 1.

True of it: exponents-that-reach-1-at-the-last-pair
"""

def sinusoidal_positions(length, d_model, base=10000.0):
    half = (d_model + 1) // 2
    t = torch.arange(length)[:, None] * base ** -torch.linspace(0, 1, half)
    return torch.stack([t.sin(), t.cos()], -1).flatten(1)[:, :d_model]
