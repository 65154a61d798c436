"""E[b] is a view, and I subtract in place."""

def analogy(E, a, b, c, k=1):
    target = E[b]
    target -= E[a]
    target += E[c]
    return nearest(E, target, k, exclude=(a, b, c))
