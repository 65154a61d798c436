"""Looks back only.

True of it: neighbours-on-the-left-alone
"""

def sliding_window_mask(n, k):
    return torch.ones(n, n).tril().triu(-k).bool()
