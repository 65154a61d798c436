"""Tensors only.

True of it: a-text-that-must-be-a-tensor
"""

def skipgram_pairs(ids, window):
    gap = torch.arange(ids.shape[0]) - torch.arange(ids.shape[0])[:, None]
    i, j = ((gap != 0) & (gap.abs() <= window)).nonzero(as_tuple=True)
    return torch.stack([ids[i], ids[j]], 1)
