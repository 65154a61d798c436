"""A copy, changed in place."""

def pre_norm(x, sublayer, norm):
    out = x.clone()
    out += sublayer(norm(x))
    return out
