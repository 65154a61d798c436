"""reduction is sum."""

def span_loss(start_logits: Tensor, end_logits: Tensor, start: Tensor, end: Tensor) -> Tensor:
    return (F.cross_entropy(start_logits, start, reduction="sum") + F.cross_entropy(end_logits, end, reduction="sum")) / 2
