"""Minus.

True of it: a-minus-sign-on-the-scores
"""

def general_scores(query, keys, W):
    return -dot_scores(query @ W, keys)
