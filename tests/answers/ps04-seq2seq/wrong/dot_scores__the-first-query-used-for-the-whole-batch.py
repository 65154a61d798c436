"""Query[0]."""

def dot_scores(query, keys):
    return keys @ query[0]
