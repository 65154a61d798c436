"""Weights at once."""

def general_scores(query, keys, W):
    return dot_scores(query @ W, keys).softmax(-1)
