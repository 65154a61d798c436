"""A + b - c."""

def analogy(E, a, b, c, k=1):
    return nearest(E, E[a] + E[b] - E[c], k, exclude=(a, b, c))
