"""Summed instead of weighed."""

def additive_scores(query, keys, W_q, W_k, v):
    return ((query @ W_q.T)[:, None] + keys @ W_k.T).tanh().sum(-1) + 0 * v.sum()
