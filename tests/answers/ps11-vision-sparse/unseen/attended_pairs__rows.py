"""Rows with anything in them.

True of it: the-queries-counted-instead-of-the-pairs
"""

def attended_pairs(mask):
    return int(mask.any(-1).sum())
