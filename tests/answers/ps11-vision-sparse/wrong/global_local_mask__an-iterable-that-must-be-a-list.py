"""The length is asked for."""

def global_local_mask(n: int, k: int, global_ids) -> Tensor:
    mask = sliding_window_mask(n, k)
    for number in range(len(global_ids)):
        i = global_ids[number]
        mask[i, :] = True
        mask[:, i] = True
    return mask
