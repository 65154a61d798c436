"""E @ query."""

def nearest(E, query, k, exclude=()):
    gone = set(exclude)
    order = [i for i in (E @ query).sort(descending=True, stable=True).indices.tolist() if i not in gone]
    return torch.tensor(order[:k], dtype=torch.long)
