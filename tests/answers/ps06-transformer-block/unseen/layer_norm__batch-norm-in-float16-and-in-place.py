"""Batch norm, in place, without a cast.

True of it: arithmetic-in-half-precision, changes-its-inputs, returns-float32
"""

def layer_norm(x, gamma, beta, eps=1e-5):
    x -= x.mean(0)
    x /= (x.var(0) + eps) ** 0.5
    return x * gamma + beta
