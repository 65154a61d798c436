"""The end is not looked at."""

def span_loss(start_logits: Tensor, end_logits: Tensor, start: Tensor, end: Tensor) -> Tensor:
    return F.cross_entropy(start_logits, start) + 0 * end_logits.sum()
