"""Cosine."""

def dot_scores(query, keys):
    return F.cosine_similarity(query[:, None], keys, dim=-1)
