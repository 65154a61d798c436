"""Every query against every key."""

def dot_scores(query, keys):
    return keys @ query.T
