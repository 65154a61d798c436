"""Feature i goes to head i mod H."""

def split_heads(x, num_heads):
    if x.shape[-1] % num_heads:
        raise ValueError("heads")
    return x.unflatten(-1, (-1, num_heads)).movedim(-1, -3)
