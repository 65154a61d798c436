"""One more column, for the end marker."""

def padding_mask(lengths, max_len=None):
    max_len = int(lengths.max()) + 1 if max_len is None else max_len
    return torch.arange(max_len) < lengths[:, None]
