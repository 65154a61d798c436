"""A list."""

def nearest(E, query, k, exclude=()):
    gone = set(exclude)
    return [i for i in cosine_similarity(E, query).sort(descending=True, stable=True).indices.tolist() if i not in gone][:k]
