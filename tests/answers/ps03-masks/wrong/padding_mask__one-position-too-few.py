"""Positions counted from 1."""

def padding_mask(lengths, max_len=None):
    max_len = int(lengths.max()) if max_len is None else max_len
    return torch.arange(1, max_len + 1) < lengths[:, None]
