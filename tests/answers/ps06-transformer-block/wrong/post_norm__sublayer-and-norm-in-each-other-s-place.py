"""Sublayer and norm in each other's place."""

def post_norm(x, sublayer, norm):
    return sublayer(x + norm(x))
