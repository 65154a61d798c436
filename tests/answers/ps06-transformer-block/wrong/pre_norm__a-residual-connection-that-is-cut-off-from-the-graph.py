"""The residual is detached."""

def pre_norm(x, sublayer, norm):
    return x.detach() + sublayer(norm(x))
