"""True marks the padding, as key_padding_mask does."""

def padding_mask(lengths, max_len=None):
    max_len = int(lengths.max()) if max_len is None else max_len
    return torch.arange(max_len) >= lengths[:, None]
