"""The last features go to head 0."""

def split_heads(x, num_heads):
    if x.shape[-1] % num_heads:
        raise ValueError("heads")
    return x.unflatten(-1, (num_heads, -1)).transpose(-3, -2).flip(-3)
