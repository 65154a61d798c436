"""Float() for safety."""

def dot_scores(query, keys):
    out = (query[:, None] * keys).sum(-1)
    return out if out.dtype == torch.float64 else out.float()
