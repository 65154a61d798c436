"""Always the best one."""

def analogy(E, a, b, c, k=1):
    return nearest(E, E[b] - E[a] + E[c], 1, exclude=(a, b, c))
