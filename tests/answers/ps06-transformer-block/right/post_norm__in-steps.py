"""Step by step."""

def post_norm(x, sublayer, norm):
    residual = x
    h = sublayer(x)
    h = h + residual
    return norm(h)
