"""The closest row."""

def analogy(E, a, b, c, k=1):
    distance = (E - (E[b] - E[a] + E[c])).norm(dim=-1)
    return torch.tensor([i for i in distance.argsort().tolist() if i not in (a, b, c)][:k])
