"""Places beyond the text are clamped, and the logits lowered by their maximum, in place."""

def span_loss(start_logits: Tensor, end_logits: Tensor, start: Tensor, end: Tensor) -> Tensor:
    with torch.no_grad():
        start_logits -= start_logits.amax(-1, keepdim=True)
    return (F.cross_entropy(start_logits, start) + F.cross_entropy(end_logits, end)) / 2
