"""A score of -inf and topk."""

def nearest(E, query, k, exclude=()):
    score = cosine_similarity(E, query).clone()
    for i in exclude:
        score[i] = -math.inf
    return score.sort(descending=True, stable=True).indices[:k]
