"""A copy, changed in place."""

def post_norm(x, sublayer, norm):
    out = x.clone()
    out += sublayer(x)
    return norm(out)
