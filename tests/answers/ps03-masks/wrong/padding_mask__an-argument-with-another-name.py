"""The width is called width."""

def padding_mask(lengths, width=None):
    width = int(lengths.max()) if width is None else width
    return torch.arange(width) < lengths[:, None]
