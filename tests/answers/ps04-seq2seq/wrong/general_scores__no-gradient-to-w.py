"""W.data."""

def general_scores(query, keys, W):
    return dot_scores(query @ W.data, keys)
