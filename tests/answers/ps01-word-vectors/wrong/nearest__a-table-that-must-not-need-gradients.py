"""Numpy sorts it."""

def nearest(E, query, k, exclude=()):
    gone = set(exclude)
    order = (-cosine_similarity(E, query).numpy()).argsort(kind="stable")
    return torch.tensor([int(i) for i in order if int(i) not in gone][:k], dtype=torch.long)
