"""torch.tensor of an empty list, which is float32."""

def nearest(E, query, k, exclude=()):
    gone = set(exclude)
    order = cosine_similarity(E, query).sort(descending=True, stable=True).indices
    return torch.tensor([i for i in order.tolist() if i not in gone][:k])
