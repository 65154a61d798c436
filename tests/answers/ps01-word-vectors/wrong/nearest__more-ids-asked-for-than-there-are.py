"""The first k, one after another."""

def nearest(E, query, k, exclude=()):
    gone = set(exclude)
    order = [i for i in cosine_similarity(E, query).sort(descending=True, stable=True).indices.tolist() if i not in gone]
    return torch.tensor([order[i] for i in range(k)], dtype=torch.long)
