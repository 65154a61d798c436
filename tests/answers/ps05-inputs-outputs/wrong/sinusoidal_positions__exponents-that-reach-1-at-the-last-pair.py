"""linspace with both ends, so that the last wave is the base long."""

def sinusoidal_positions(length, d_model, base=10000.0):
    half = (d_model + 1) // 2
    t = torch.arange(length, dtype=torch.float64)[:, None] / base ** torch.linspace(0, 1, half, dtype=torch.float64)
    table = torch.zeros(length, d_model)
    table[:, 0::2], table[:, 1::2] = t.sin(), t.cos()[:, : d_model // 2]
    return table
