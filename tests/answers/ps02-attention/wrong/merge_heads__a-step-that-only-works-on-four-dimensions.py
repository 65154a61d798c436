"""x always is (B, H, L, d)."""

def merge_heads(x):
    B, H, L, d = x.shape
    return x.permute(0, 2, 1, 3).reshape(B, L, H * d)
