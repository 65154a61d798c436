"""Called once to look at the shape."""

def pre_norm(x, sublayer, norm):
    if norm(x).shape != x.shape:
        raise ValueError('shape')
    return x + sublayer(norm(x))
