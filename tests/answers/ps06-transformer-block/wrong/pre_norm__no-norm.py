"""No norm."""

def pre_norm(x, sublayer, norm):
    return x + sublayer(x) + 0 * norm(x)
