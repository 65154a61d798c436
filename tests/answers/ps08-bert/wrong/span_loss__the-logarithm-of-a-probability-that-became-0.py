"""log of softmax."""

def span_loss(start_logits: Tensor, end_logits: Tensor, start: Tensor, end: Tensor) -> Tensor:
    return (F.nll_loss(start_logits.softmax(-1).log(), start) + F.nll_loss(end_logits.softmax(-1).log(), end)) / 2
