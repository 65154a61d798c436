"""The ids sorted before they are returned.

True of it: the-best-in-the-order-of-their-ids
"""

def nearest(E, query, k, exclude=()):
    gone = set(exclude)
    order = [i for i in cosine_similarity(E, query).sort(descending=True, stable=True).indices.tolist() if i not in gone]
    return torch.tensor(sorted(order[:k]), dtype=torch.long)
