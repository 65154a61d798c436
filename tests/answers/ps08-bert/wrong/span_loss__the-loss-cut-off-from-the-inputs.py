"""A tensor made of item()."""

def span_loss(start_logits: Tensor, end_logits: Tensor, start: Tensor, end: Tensor) -> Tensor:
    return ((F.cross_entropy(start_logits, start) + F.cross_entropy(end_logits, end)) / 2).detach()
