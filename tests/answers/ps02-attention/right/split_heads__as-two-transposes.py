"""Through the transposed features."""

def split_heads(x, num_heads):
    if x.shape[-1] % num_heads:
        raise ValueError("no")
    return x.mT.unflatten(-2, (num_heads, x.shape[-1] // num_heads)).mT
