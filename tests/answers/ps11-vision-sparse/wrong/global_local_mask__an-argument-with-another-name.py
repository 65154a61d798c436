"""global_tokens."""

def global_local_mask(n: int, k: int, global_tokens) -> Tensor:
    mask = sliding_window_mask(n, k)
    for i in global_tokens:
        mask[i, :] = True
        mask[:, i] = True
    return mask
