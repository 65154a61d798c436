"""Without instead of exclude."""

def nearest(E, query, k, without=()):
    gone = set(without)
    order = [i for i in cosine_similarity(E, query).sort(descending=True, stable=True).indices.tolist() if i not in gone]
    return torch.tensor(order[:k], dtype=torch.long)
