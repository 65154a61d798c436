"""Filled by slices."""

def padding_mask(lengths: Tensor, max_len: int | None = None) -> Tensor:
    if max_len is None:
        max_len = lengths.max().item()
    mask = torch.zeros(lengths.shape[0], max_len, dtype=torch.bool, device=lengths.device)
    for row, n in zip(mask, lengths):
        row[:n] = True
    return mask
