"""exp(-log(base)), all in float32."""

def sinusoidal_positions(length, d_model, base=10000.0):
    speed = torch.exp(torch.arange(0, d_model, 2, dtype=torch.float32) * (-math.log(base) / d_model))
    angles = torch.outer(torch.arange(length, dtype=torch.float32), speed)
    return torch.stack((torch.sin(angles), torch.cos(angles)), dim=2).reshape(length, -1)[:, :d_model].contiguous()
