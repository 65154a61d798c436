"""The target in two steps."""

def analogy(E, a, b, c, k=1):
    offset = E[b] - E[a]
    return nearest(E, E[c] + offset, k, {a, b, c})
