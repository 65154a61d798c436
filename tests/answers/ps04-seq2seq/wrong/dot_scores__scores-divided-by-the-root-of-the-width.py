"""As in the Transformer."""

def dot_scores(query, keys):
    return (keys @ query[:, :, None]).squeeze(-1) / math.sqrt(query.shape[-1])
