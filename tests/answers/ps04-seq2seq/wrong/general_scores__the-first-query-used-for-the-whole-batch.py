"""Query[0]."""

def general_scores(query, keys, W):
    return keys @ (query[0] @ W)
