"""One row of 2L logits."""

def span_loss(start_logits: Tensor, end_logits: Tensor, start: Tensor, end: Tensor) -> Tensor:
    return (2 * torch.cat([start_logits, end_logits], 1).logsumexp(1) - start_logits.gather(1, start[:, None])[:, 0] - end_logits.gather(1, end[:, None])[:, 0]).mean() / 2
