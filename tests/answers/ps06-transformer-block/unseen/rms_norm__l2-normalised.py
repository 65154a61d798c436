"""A token of length 1, without eps.

True of it: the-sum-of-the-squares-instead-of-their-mean, arithmetic-in-half-precision, returns-float32
"""

def rms_norm(x, weight, eps=1e-6):
    return x / x.norm(dim=-1, keepdim=True) * weight
