"""The positions as a tensor."""

def global_local_mask(n: int, k: int, global_ids) -> Tensor:
    mask = sliding_window_mask(n, k)
    chosen = torch.tensor(list(global_ids))
    mask[chosen] = True
    mask[:, chosen] = True
    return mask
