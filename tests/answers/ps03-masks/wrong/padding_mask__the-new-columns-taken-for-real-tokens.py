"""The mask is made wider with True."""

def padding_mask(lengths, max_len=None):
    mask = torch.arange(int(lengths.max())) < lengths[:, None]
    if max_len is not None:
        mask = torch.nn.functional.pad(mask.float(), (0, max_len - mask.shape[1]), value=1.0).bool()
    return mask
