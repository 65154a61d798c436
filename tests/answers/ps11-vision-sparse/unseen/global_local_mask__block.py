"""Globals see each other.

True of it: global-positions-that-see-each-other-only, an-empty-list-of-positions-that-cannot-be-an-index
"""

def global_local_mask(n, k, global_ids):
    is_global = torch.zeros(n, dtype=torch.bool)
    is_global[torch.tensor(list(global_ids))] = True
    return sliding_window_mask(n, k) | (is_global[:, None] & is_global)
