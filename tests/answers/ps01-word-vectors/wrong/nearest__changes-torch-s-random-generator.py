"""A little noise so that there are no ties."""

def nearest(E, query, k, exclude=()):
    gone = set(exclude)
    torch.rand(1)
    order = [i for i in cosine_similarity(E, query).sort(descending=True, stable=True).indices.tolist() if i not in gone]
    return torch.tensor(order[:k], dtype=torch.long)
