"""Only the keys."""

def additive_scores(query, keys, W_q, W_k, v):
    return (keys @ W_k.T).tanh() @ v + 0 * (query.sum() + W_q.sum())
