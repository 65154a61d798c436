"""Rows only."""

def global_local_mask(n: int, k: int, global_ids) -> Tensor:
    mask = sliding_window_mask(n, k)
    for i in global_ids:
        mask[i, :] = True
    return mask
