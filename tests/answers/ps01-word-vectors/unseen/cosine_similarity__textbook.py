"""As in the textbook, nothing else.

True of it: 0-divided-by-0, eps-is-not-used, returns-float16, arithmetic-in-half-precision, another-eps-than-1e-8-where-none-is-given, returns-float32
"""

def cosine_similarity(a, b, eps=1e-8):
    return (a * b).sum(-1) / (a.norm(dim=-1) * b.norm(dim=-1))
