"""The sublayer's result is a number that is added."""

def post_norm(x, sublayer, norm):
    return norm(x + sublayer(x).detach())
