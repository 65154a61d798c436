"""The absolute value everywhere.

True of it: similarities-without-their-sign
"""

def nearest(E, query, k, exclude=()):
    gone = set(exclude)
    order = [i for i in cosine_similarity(E, query).abs().sort(descending=True, stable=True).indices.tolist() if i not in gone]
    return torch.tensor(order[:k], dtype=torch.long)
