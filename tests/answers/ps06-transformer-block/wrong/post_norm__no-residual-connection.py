"""No residual connection."""

def post_norm(x, sublayer, norm):
    return norm(sublayer(x))
