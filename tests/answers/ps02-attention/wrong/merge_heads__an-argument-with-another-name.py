"""Heads is the better name."""

def merge_heads(heads):
    return heads.transpose(-3, -2).flatten(-2)
