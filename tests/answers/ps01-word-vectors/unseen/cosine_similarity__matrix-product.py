"""A matrix product for everything.

True of it: vectors-that-must-have-the-same-shape, arithmetic-in-half-precision, returns-float16, a-step-that-only-works-on-two-single-vectors
"""

def cosine_similarity(a, b, eps=1e-8):
    return F.normalize(a, dim=-1, eps=eps) @ F.normalize(b, dim=-1, eps=eps).T
