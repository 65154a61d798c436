""""not in exclude" for each id."""

def nearest(E, query, k, exclude=()):
    order = [i for i in cosine_similarity(E, query).sort(descending=True, stable=True).indices.tolist() if i not in exclude]
    return torch.tensor(order[:k], dtype=torch.long)
