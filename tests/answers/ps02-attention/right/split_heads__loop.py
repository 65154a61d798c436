"""A list of slices."""

def split_heads(x, num_heads):
    if x.shape[-1] % num_heads:
        raise ValueError
    d = x.shape[-1] // num_heads
    return torch.cat([x[..., None, :, h * d : (h + 1) * d] for h in range(num_heads)], dim=-3)
