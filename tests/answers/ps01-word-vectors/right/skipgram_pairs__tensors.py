"""Broadcast places, then a mask."""

def skipgram_pairs(ids, window):
    text = torch.as_tensor(ids, dtype=torch.long)
    gap = torch.arange(len(text)) - torch.arange(len(text))[:, None]
    i, j = ((gap != 0) & (gap.abs() <= window)).nonzero(as_tuple=True)
    return torch.stack([text[i], text[j]], 1)
