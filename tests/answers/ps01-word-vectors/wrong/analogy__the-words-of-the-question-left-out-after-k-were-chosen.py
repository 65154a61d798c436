"""Filtered after."""

def analogy(E, a, b, c, k=1):
    found = nearest(E, E[b] - E[a] + E[c], k).tolist()
    return torch.tensor([i for i in found if i not in (a, b, c)], dtype=torch.long)
