"""Keys[0]."""

def general_scores(query, keys, W):
    return query @ W @ keys[0].T
