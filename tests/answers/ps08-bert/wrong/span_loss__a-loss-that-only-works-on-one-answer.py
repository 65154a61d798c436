"""int() of the place."""

def span_loss(start_logits: Tensor, end_logits: Tensor, start: Tensor, end: Tensor) -> Tensor:
    return (start_logits.logsumexp(1) - start_logits[:, int(start)] + end_logits.logsumexp(1) - end_logits[:, int(end)]).mean() / 2
