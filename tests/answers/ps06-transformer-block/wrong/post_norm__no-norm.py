"""No norm."""

def post_norm(x, sublayer, norm):
    return x + sublayer(x) + 0 * norm(x)
