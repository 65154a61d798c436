"""Query[0]."""

def additive_scores(query, keys, W_q, W_k, v):
    return ((query[0] @ W_q.T) + keys @ W_k.T).tanh() @ v
