"""std of PyTorch, eps outside: the Annotated Transformer's.

True of it: the-unbiased-variance-divided-by-d-1, arithmetic-in-half-precision, returns-float32
"""

def layer_norm(x, gamma, beta, eps=1e-5):
    return gamma * (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True) + eps) + beta
