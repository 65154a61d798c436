"""The angle.

True of it: the-angle-instead-of-its-cosine, arithmetic-in-float32
"""

def cosine_similarity(a, b, eps=1e-8):
    return F.cosine_similarity(a.float(), b.float(), dim=-1, eps=eps).acos().to(a.dtype)
