"""Python's sorted, by minus similarity and id."""

def nearest(E, query, k, exclude=()):
    gone = list(exclude)
    similarity = cosine_similarity(E, query).tolist()
    ids = sorted((i for i in range(len(E)) if i not in gone), key=lambda i: (-similarity[i], i))
    return torch.tensor(ids[:k], dtype=torch.long)
