"""W on both sides.

True of it: w-applied-to-the-query-and-to-the-key
"""

def general_scores(query, keys, W):
    return dot_scores(query @ W, keys @ W.T)
