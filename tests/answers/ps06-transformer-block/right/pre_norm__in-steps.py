"""Step by step."""

def pre_norm(x, sublayer, norm):
    h = norm(x)
    h = sublayer(h)
    return h + x
