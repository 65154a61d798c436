"""Bmm."""

def dot_scores(query, keys):
    return torch.bmm(query[:, None], keys.mT)[:, 0]
