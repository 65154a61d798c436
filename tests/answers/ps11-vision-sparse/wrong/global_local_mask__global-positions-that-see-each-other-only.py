"""Global to global."""

def global_local_mask(n: int, k: int, global_ids) -> Tensor:
    mask = sliding_window_mask(n, k)
    chosen = list(global_ids)
    for i in chosen:
        for j in chosen:
            mask[i, j] = True
    return mask
