"""torch.cat in place of a weave."""

def sinusoidal_positions(length, d_model, base=10000.0):
    p = torch.arange(length, dtype=torch.float64)[:, None]
    angles = p / base ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    return torch.cat([angles.sin(), angles.cos()], 1)[:, :d_model].float()
