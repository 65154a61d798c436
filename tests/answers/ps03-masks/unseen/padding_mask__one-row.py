"""One row.

True of it: max-len-not-used
"""

def padding_mask(lengths, max_len=None): return torch.arange(int(lengths.max())) < lengths[0]
