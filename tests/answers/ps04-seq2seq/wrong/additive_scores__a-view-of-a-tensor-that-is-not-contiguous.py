"""Keys.view(-1, d_k)."""

def additive_scores(query, keys, W_q, W_k, v):
    B, S, d = keys.shape
    k = (keys.view(B * S, d) @ W_k.T).view(B, S, -1)
    return ((query @ W_q.T)[:, None] + k).tanh() @ v
