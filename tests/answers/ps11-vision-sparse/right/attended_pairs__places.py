"""The number of places where it is True."""

def attended_pairs(mask):
    return len(mask.nonzero())
