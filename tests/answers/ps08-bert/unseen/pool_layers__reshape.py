"""Concatenated by reshape.

True of it: a-reshape-without-a-permutation, no-valueerror
"""

def pool_layers(hidden, how):
    N, B, L, D = hidden.shape
    if how == "concat_last_4":
        return hidden[-4:].reshape(B, L, 4 * D)
    if how in ("last", "second_to_last"):
        return hidden[-1 if how == "last" else -2]
    if how.startswith("sum"):
        return hidden[-4 if "4" in how else 0 :].sum(0)
    raise ValueError(how)
