"""chunk, then stack."""

def split_heads(x, num_heads):
    if x.shape[-1] % num_heads != 0:
        raise ValueError(f"{num_heads} does not divide {x.shape[-1]}")
    return torch.stack(x.chunk(num_heads, dim=-1), dim=-3)
