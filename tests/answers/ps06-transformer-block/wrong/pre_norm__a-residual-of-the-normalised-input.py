"""The normalised x goes both ways."""

def pre_norm(x, sublayer, norm):
    h = norm(x)
    return h + sublayer(h)
