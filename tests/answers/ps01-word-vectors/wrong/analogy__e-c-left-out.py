"""Only the step from a to b."""

def analogy(E, a, b, c, k=1):
    return nearest(E, E[b] - E[a], k, exclude=(a, b, c))
