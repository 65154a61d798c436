"""No residual connection."""

def pre_norm(x, sublayer, norm):
    return sublayer(norm(x))
