"""Starts gone through from behind."""

def best_span(start_logits: Tensor, end_logits: Tensor, max_len: int, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    L = start_logits.shape[-1]
    sums = start_logits[:, :, None] + end_logits[:, None, :]
    ones = torch.ones(L, L, dtype=torch.bool, device=sums.device)
    allowed = (ones.triu() & ones.tril(max_len - 1)).expand(sums.shape)
    if mask is not None:
        allowed = allowed & mask[:, :, None] & mask[:, None, :]
    sums = sums.masked_fill(~allowed, -torch.inf)
    start = L - 1 - sums.amax(-1).flip(-1).argmax(-1)
    return start, sums[torch.arange(len(sums)), start].argmax(-1)
