"""Excluded rows are multiplied by 0."""

def nearest(E, query, k, exclude=()):
    score = cosine_similarity(E, query).clone()
    for i in exclude:
        score[i] = 0.0
    return score.sort(descending=True, stable=True).indices[:k]
