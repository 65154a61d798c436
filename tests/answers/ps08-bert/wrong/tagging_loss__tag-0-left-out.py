"""Tag 0 means outside, so it does not count."""

def tagging_loss(logits: Tensor, labels: Tensor, mask: Tensor) -> Tensor:
    mask = mask & (labels > 0)
    total = F.cross_entropy(logits[mask], labels[mask], reduction="sum")
    return total / max(int(mask.sum()), 1)
