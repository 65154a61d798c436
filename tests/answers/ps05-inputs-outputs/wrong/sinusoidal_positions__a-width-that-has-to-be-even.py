"""The cosines are written without a look at the width."""

def sinusoidal_positions(length, d_model, base=10000.0):
    p = torch.arange(length, dtype=torch.float64)[:, None]
    angles = p / base ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    table = torch.zeros(length, d_model)
    table[:, 0::2] = angles.sin()
    table[:, 1::2] = angles.cos()
    return table
