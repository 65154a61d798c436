"""Called once to look at the shape."""

def post_norm(x, sublayer, norm):
    if sublayer(x).shape != x.shape:
        raise ValueError('shape')
    return norm(x + sublayer(x))
