"""A new float32 tensor, filled head by head."""

def split_heads(x, num_heads):
    if x.shape[-1] % num_heads:
        raise ValueError("heads")
    pieces = x.unflatten(-1, (num_heads, -1)).transpose(-3, -2)
    return pieces if x.dtype == torch.float64 else pieces.float()
