"""-inf and topk, as in a tutorial.

True of it: more-ids-asked-for-than-there-are, excluded-ids-at-the-end-where-no-others-are-left, an-exclude-that-must-be-a-list-or-a-tuple
"""

def nearest(E, query, k, exclude=()):
    score = cosine_similarity(E, query).clone()
    score[list(exclude)] = -math.inf
    return score.topk(k).indices
