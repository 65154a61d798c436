"""The width is called dim."""

def sinusoidal_positions(length, dim, base=10000.0):
    d_model = dim
    p = torch.arange(length, dtype=torch.float64)[:, None]
    angles = p / base ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    table = torch.zeros(length, d_model)
    table[:, 0::2] = angles.sin()
    table[:, 1::2] = angles.cos()[:, : d_model // 2]
    return table
