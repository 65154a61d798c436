"""The heads are put one after another."""

def merge_heads(x):
    return x.flatten(-3, -2)
