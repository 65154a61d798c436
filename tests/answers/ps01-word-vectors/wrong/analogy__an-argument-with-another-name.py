"""Table."""

def analogy(table, a, b, c, k=1):
    return nearest(table, table[b] - table[a] + table[c], k, exclude=(a, b, c))
