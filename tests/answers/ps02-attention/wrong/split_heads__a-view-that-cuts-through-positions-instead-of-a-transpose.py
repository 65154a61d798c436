"""One reshape to the right shape."""

def split_heads(x, num_heads):
    if x.shape[-1] % num_heads:
        raise ValueError("heads")
    return x.reshape(*x.shape[:-2], num_heads, x.shape[-2], x.shape[-1] // num_heads)
