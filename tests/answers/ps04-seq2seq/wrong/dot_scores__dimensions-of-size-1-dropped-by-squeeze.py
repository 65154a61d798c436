"""Squeeze()."""

def dot_scores(query, keys):
    return torch.bmm(keys, query[:, :, None]).squeeze()
