"""Divided by the sums of squares.

True of it: lengths-without-their-root, 0-divided-by-0, eps-is-not-used, arithmetic-in-half-precision, returns-float32
"""

def cosine_similarity(a, b, eps=1e-8):
    return (a * b).sum(-1) / ((a * a).sum(-1) * (b * b).sum(-1))
