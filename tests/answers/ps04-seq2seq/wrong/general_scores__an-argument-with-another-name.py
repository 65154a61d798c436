"""Weight."""

def general_scores(query, keys, weight):
    return dot_scores(query @ weight, keys)
