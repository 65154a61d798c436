"""Both results."""

def post_norm(x, sublayer, norm):
    h = x + sublayer(x)
    return h, norm(h)
