"""A Python integer."""

def analogy(E, a, b, c, k=1):
    return int(nearest(E, E[b] - E[a] + E[c], 1, (a, b, c)))
