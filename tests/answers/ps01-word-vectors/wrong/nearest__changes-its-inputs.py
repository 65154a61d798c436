"""The table is brought to length 1 in place."""

def nearest(E, query, k, exclude=()):
    gone = set(exclude)
    score = cosine_similarity(E, query)
    with torch.no_grad():
        E /= E.norm(dim=1, keepdim=True).clamp(min=1e-8)
    order = [i for i in score.sort(descending=True, stable=True).indices.tolist() if i not in gone]
    return torch.tensor(order[:k], dtype=torch.long)
