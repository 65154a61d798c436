"""Scaled."""

def general_scores(query, keys, W):
    return dot_scores(query @ W, keys) / math.sqrt(keys.shape[-1])
