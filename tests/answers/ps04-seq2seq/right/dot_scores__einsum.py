"""Einsum."""

def dot_scores(query, keys):
    return torch.einsum("bd,bsd->bs", query, keys)
