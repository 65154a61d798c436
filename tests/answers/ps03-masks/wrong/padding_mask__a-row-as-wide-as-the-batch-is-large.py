"""The default width is the number of lengths."""

def padding_mask(lengths, max_len=None):
    max_len = len(lengths) if max_len is None else max_len
    return torch.arange(max_len) < lengths[:, None]
