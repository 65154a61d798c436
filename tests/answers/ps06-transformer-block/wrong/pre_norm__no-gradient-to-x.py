"""Everything under no_grad, but for a zero."""

def pre_norm(x, sublayer, norm):
    with torch.no_grad():
        out = x + sublayer(norm(x))
    return out + 0 * x
