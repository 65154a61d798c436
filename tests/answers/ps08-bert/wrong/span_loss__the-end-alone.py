"""The start is not looked at."""

def span_loss(start_logits: Tensor, end_logits: Tensor, start: Tensor, end: Tensor) -> Tensor:
    return F.cross_entropy(end_logits, end) + 0 * start_logits.sum()
