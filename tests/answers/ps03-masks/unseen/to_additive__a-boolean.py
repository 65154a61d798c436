"""A boolean.

True of it: returns-bool
"""

def to_additive(mask, dtype=torch.float32): return ~mask
