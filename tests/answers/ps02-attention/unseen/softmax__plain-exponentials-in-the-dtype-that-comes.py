"""Plain exponentials in the dtype that comes.

True of it: exponentials-of-scores-that-are-too-large
"""

def softmax(x, dim=-1):
    return x.exp() / x.exp().sum(dim, keepdim=True)
