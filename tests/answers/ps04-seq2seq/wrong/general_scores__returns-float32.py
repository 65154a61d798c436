"""Float() for safety."""

def general_scores(query, keys, W):
    out = dot_scores(query @ W, keys)
    return out if out.dtype == torch.float64 else out.float()
