"""Squeeze()."""

def general_scores(query, keys, W):
    return torch.bmm(keys, (query @ W)[:, :, None]).squeeze()
