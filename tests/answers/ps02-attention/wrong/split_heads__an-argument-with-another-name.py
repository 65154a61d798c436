"""The number of heads is called h."""

def split_heads(x, h):
    if x.shape[-1] % h:
        raise ValueError("heads")
    return x.unflatten(-1, (h, -1)).transpose(-3, -2)
