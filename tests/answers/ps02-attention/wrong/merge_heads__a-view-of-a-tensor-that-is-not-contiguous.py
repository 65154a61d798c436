"""Everything into one long list of heads, by view."""

def merge_heads(x):
    H, L, d = x.shape[-3:]
    return x.view(-1, L * d).view(-1, H, L, d).transpose(1, 2).reshape(*x.shape[:-3], L, H * d)
