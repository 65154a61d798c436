"""torch.add."""

def post_norm(x, sublayer, norm):
    return norm(torch.add(sublayer(x), x))
