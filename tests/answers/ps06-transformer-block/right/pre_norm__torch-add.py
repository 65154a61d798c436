"""torch.add."""

def pre_norm(x, sublayer, norm):
    return torch.add(x, sublayer(norm(x)))
