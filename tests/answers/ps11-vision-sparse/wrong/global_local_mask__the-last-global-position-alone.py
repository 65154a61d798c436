"""The mask starts anew in the loop."""

def global_local_mask(n: int, k: int, global_ids) -> Tensor:
    mask = sliding_window_mask(n, k)
    for i in global_ids:
        mask = sliding_window_mask(n, k)
        mask[i, :] = True
        mask[:, i] = True
    return mask
