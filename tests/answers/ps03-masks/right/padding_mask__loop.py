"""Row by row."""

def padding_mask(lengths, max_len=None):
    n = max(lengths.tolist()) if max_len is None else max_len
    return torch.stack([torch.tensor([j < int(k) for j in range(n)], dtype=torch.bool) for k in lengths])
