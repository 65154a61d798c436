"""A norm of x alone."""

def post_norm(x, sublayer, norm):
    return norm(x) + sublayer(x)
