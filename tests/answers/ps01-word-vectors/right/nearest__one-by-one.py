"""The best k times."""

def nearest(E, query, k, exclude=()):
    similarity = F.cosine_similarity(E.detach().double(), query.double()[None], dim=-1, eps=1e-12)
    left = [i for i in range(len(E)) if i not in frozenset(exclude)] if not hasattr(exclude, "__next__") else None
    if left is None:
        gone = set(exclude)
        left = [i for i in range(len(E)) if i not in gone]
    found = []
    while left and len(found) < k:
        best = max(left, key=lambda i: (float(similarity[i]), -i))
        left.remove(best)
        found.append(best)
    return torch.tensor(found, dtype=torch.long)
