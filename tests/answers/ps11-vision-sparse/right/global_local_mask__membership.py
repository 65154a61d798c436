"""A vector that says who is global."""

def global_local_mask(n, k, global_ids):
    is_global = torch.zeros(n, dtype=torch.bool)
    for i in global_ids:
        is_global[i] = True
    return sliding_window_mask(n, k) | is_global | is_global[:, None]
