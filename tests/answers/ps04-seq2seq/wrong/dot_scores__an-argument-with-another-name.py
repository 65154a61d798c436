"""Q and k."""

def dot_scores(q, k):
    return (q[:, None] * k).sum(-1)
