"""Python's own sum over a list."""

def attended_pairs(mask):
    return sum(mask.flatten().tolist())
