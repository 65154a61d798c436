"""x += ..., to save memory."""

def post_norm(x, sublayer, norm):
    x += sublayer(x.clone())
    return norm(x)
