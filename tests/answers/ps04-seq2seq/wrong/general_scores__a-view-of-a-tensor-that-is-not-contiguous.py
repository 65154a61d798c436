"""Keys.view."""

def general_scores(query, keys, W):
    B, S, d = keys.shape
    moved = (keys.view(B * S, d) @ W.T).view(B, S, -1)
    return (moved * query[:, None]).sum(-1)
