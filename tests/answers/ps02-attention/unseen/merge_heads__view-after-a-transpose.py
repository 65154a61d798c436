"""View after a transpose."""

def merge_heads(x): return x.transpose(-3, -2).view(*x.shape[:-3], x.shape[-2], -1)
