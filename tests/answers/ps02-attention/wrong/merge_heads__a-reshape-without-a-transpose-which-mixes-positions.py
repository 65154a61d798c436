"""Straight to the shape I need."""

def merge_heads(x):
    *lead, H, L, d = x.shape
    return x.reshape(*lead, L, H * d)
