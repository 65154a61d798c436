"""Stable argsort, excluded ids masked out before."""

def nearest(E, query, k, exclude=()):
    allowed = torch.ones(len(E), dtype=torch.bool)
    for i in exclude:
        allowed[i] = False
    ids = allowed.nonzero().flatten()
    return ids[cosine_similarity(E[ids], query).argsort(descending=True, stable=True)[:k]]
