"""The tanh is taken in place of the keys where the widths are equal."""

def additive_scores(query, keys, W_q, W_k, v):
    hidden = ((query @ W_q.T)[:, None] + keys @ W_k.T).tanh()
    if not keys.requires_grad:
        keys.tanh_()
    return hidden @ v
