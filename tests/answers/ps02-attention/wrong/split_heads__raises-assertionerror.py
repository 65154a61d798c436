"""assert says it."""

def split_heads(x, num_heads):
    assert x.shape[-1] % num_heads == 0, "heads must divide the width"
    return x.unflatten(-1, (num_heads, -1)).transpose(-3, -2)
