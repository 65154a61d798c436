"""Query @ W.T."""

def general_scores(query, keys, W):
    return dot_scores(query @ W.T, keys)
