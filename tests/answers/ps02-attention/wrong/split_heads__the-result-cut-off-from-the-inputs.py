"""Built by way of data."""

def split_heads(x, num_heads):
    if x.shape[-1] % num_heads:
        raise ValueError("heads")
    return x.data.unflatten(-1, (num_heads, -1)).transpose(-3, -2)
