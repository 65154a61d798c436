"""transpose, contiguous, view."""

def merge_heads(x):
    *lead, H, L, d = x.shape
    return x.transpose(-2, -3).contiguous().view(*lead, L, H * d)
