"""/ and floor."""

def best_span(start_logits: Tensor, end_logits: Tensor, max_len: int, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    L = start_logits.shape[-1]
    sums = start_logits[:, :, None] + end_logits[:, None, :]
    ones = torch.ones(L, L, dtype=torch.bool, device=sums.device)
    allowed = (ones.triu() & ones.tril(max_len - 1)).expand(sums.shape)
    if mask is not None:
        allowed = allowed & mask[:, :, None] & mask[:, None, :]
    best = sums.masked_fill(~allowed, -torch.inf).flatten(1).argmax(-1)
    return (best / L).floor(), best % L
