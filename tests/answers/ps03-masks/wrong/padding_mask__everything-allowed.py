"""All True."""

def padding_mask(lengths, max_len=None):
    max_len = int(lengths.max()) if max_len is None else max_len
    return torch.ones(len(lengths), max_len, dtype=torch.bool)
