"""Multiplied and summed."""

def dot_scores(query, keys):
    return (query.unsqueeze(1) * keys).sum(-1)
