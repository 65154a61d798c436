"""x += ..., to save memory."""

def pre_norm(x, sublayer, norm):
    x += sublayer(norm(x.clone()))
    return x
