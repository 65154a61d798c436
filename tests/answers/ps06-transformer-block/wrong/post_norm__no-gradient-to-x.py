"""Everything under no_grad, but for a zero."""

def post_norm(x, sublayer, norm):
    with torch.no_grad():
        out = norm(x + sublayer(x))
    return out + 0 * x
