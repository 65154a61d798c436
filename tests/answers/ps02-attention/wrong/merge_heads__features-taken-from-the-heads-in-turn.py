"""The first feature of each head, then the second of each head."""

def merge_heads(x):
    return x.movedim(-3, -1).flatten(-2)
