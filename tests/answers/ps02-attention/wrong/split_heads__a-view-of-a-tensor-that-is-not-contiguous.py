"""All leading dimensions into one, by view."""

def split_heads(x, num_heads):
    if x.shape[-1] % num_heads:
        raise ValueError("heads")
    flat = x.view(-1, x.shape[-1])
    return flat.view(*x.shape[:-1], num_heads, x.shape[-1] // num_heads).transpose(-3, -2)
