"""First the start, then the end that goes with it."""

def best_span(start_logits: Tensor, end_logits: Tensor, max_len: int, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    if mask is not None:
        start_logits, end_logits = start_logits.masked_fill(~mask, -torch.inf), end_logits.masked_fill(~mask, -torch.inf)
    start = start_logits.argmax(-1)
    places = torch.arange(start_logits.shape[-1])
    near = (places >= start[:, None]) & (places < start[:, None] + max_len)
    return start, end_logits.masked_fill(~near, -torch.inf).argmax(-1)
