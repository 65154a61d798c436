"""The heads are averaged."""

def merge_heads(x):
    return x.mean(-3)
