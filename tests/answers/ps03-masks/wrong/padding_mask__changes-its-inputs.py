"""Lengths become last positions in place."""

def padding_mask(lengths, max_len=None):
    max_len = int(lengths.max()) if max_len is None else max_len
    lengths -= 1
    return torch.arange(max_len) <= lengths[:, None]
