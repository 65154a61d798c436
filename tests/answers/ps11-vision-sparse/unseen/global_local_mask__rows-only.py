"""Globals see all.

True of it: global-positions-that-see-all-but-are-not-seen-by-all
"""

def global_local_mask(n, k, global_ids):
    mask = sliding_window_mask(n, k)
    mask[list(global_ids)] = True
    return mask
