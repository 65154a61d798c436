"""Keys[0]."""

def dot_scores(query, keys):
    return query @ keys[0].T
