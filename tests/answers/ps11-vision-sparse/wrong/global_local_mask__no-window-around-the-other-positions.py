"""Only the global positions."""

def global_local_mask(n: int, k: int, global_ids) -> Tensor:
    mask = torch.zeros(n, n, dtype=torch.bool)
    for i in global_ids:
        mask[i, :] = True
        mask[:, i] = True
    return mask
