"""Chosen first, filtered after."""

def nearest(E, query, k, exclude=()):
    gone = set(exclude)
    best = cosine_similarity(E, query).sort(descending=True, stable=True).indices[:k]
    return torch.tensor([i for i in best.tolist() if i not in gone], dtype=torch.long)
