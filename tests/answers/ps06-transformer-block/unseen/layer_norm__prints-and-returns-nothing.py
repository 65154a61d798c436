"""print instead of return."""

def layer_norm(x, gamma, beta, eps=1e-5):
    print((x - x.mean()) / x.std())
