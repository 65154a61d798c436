"""Normalised, as some libraries do."""

def analogy(E, a, b, c, k=1):
    E = F.normalize(E, dim=-1)
    return nearest(E, E[b] - E[a] + E[c], k, exclude=(a, b, c))
