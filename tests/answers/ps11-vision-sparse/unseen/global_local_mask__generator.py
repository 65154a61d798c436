"""global_ids is gone through twice.

True of it: an-iterable-that-is-gone-through-twice
"""

def global_local_mask(n, k, global_ids):
    mask = sliding_window_mask(n, k)
    for g in global_ids:
        mask[g] = True
    for g in global_ids:
        mask[:, g] = True
    return mask
