"""Tanh as in the additive score."""

def general_scores(query, keys, W):
    return dot_scores(query @ W, keys).tanh()
