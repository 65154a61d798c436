"""The dot product.

True of it: the-dot-product-not-divided-by-the-lengths, eps-is-not-used, returns-float16, arithmetic-in-half-precision, returns-float32
"""

def cosine_similarity(a, b, eps=1e-8):
    return (a * b).sum(-1)
