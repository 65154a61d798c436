"""W k first."""

def general_scores(query, keys, W):
    return ((keys @ W.T) * query[:, None]).sum(-1)
