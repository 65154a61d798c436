"""The sublayer's result normalised before it is added."""

def post_norm(x, sublayer, norm):
    return x + norm(sublayer(x))
