"""K + 3 neighbours, the words of the question dropped."""

def analogy(E, a, b, c, k=1):
    found = nearest(E, E[b] + E[c] - E[a], k + 3)
    return torch.stack([i for i in found if int(i) not in (a, b, c)][:k])
