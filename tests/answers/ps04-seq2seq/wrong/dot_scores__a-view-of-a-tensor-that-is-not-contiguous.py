"""Keys.view."""

def dot_scores(query, keys):
    B, S, d = keys.shape
    flat = keys.view(B * S, d)
    return (flat * query.repeat_interleave(S, 0)).sum(-1).view(B, S)
