"""Sorted from the worst, then turned round."""

def nearest(E, query, k, exclude=()):
    gone = set(exclude)
    order = [i for i in cosine_similarity(E, query).sort(stable=True).indices.flip(0).tolist() if i not in gone]
    return torch.tensor(order[:k], dtype=torch.long)
