"""Always as wide as the longest."""

def padding_mask(lengths, max_len=None):
    return torch.arange(int(lengths.max())) < lengths[:, None]
