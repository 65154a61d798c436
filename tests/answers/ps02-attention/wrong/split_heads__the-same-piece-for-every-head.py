"""Every head gets the first piece."""

def split_heads(x, num_heads):
    if x.shape[-1] % num_heads:
        raise ValueError("heads")
    return torch.stack([x[..., : x.shape[-1] // num_heads]] * num_heads, dim=-3)
