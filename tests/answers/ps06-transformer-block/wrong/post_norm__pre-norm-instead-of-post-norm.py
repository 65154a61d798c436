"""Pre-norm instead of post-norm."""

def post_norm(x, sublayer, norm):
    return x + sublayer(norm(x))
