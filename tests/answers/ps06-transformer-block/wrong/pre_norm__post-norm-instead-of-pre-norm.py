"""Post-norm instead of pre-norm."""

def pre_norm(x, sublayer, norm):
    return norm(x + sublayer(x))
