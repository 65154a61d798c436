"""The exponent is the feature's number over D."""

def sinusoidal_positions(length, d_model, base=10000.0):
    i = torch.arange(d_model)
    angles = torch.arange(length, dtype=torch.float64)[:, None] / base ** (i.double() / d_model)
    return torch.where(i % 2 == 0, angles.sin(), angles.cos()).float()
