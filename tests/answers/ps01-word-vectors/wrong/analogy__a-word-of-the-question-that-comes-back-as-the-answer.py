"""Only c left out."""

def analogy(E, a, b, c, k=1):
    return nearest(E, E[b] - E[a] + E[c], k, exclude=[c])
