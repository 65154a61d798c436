"""Wq and Wk."""

def additive_scores(query, keys, Wq, Wk, v):
    return ((query @ Wq.T)[:, None] + keys @ Wk.T).tanh() @ v
