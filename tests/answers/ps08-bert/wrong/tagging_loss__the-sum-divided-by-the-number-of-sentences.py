"""Divided by the batch."""

def tagging_loss(logits: Tensor, labels: Tensor, mask: Tensor) -> Tensor:
    total = F.cross_entropy(logits[mask], labels[mask], reduction="sum")
    return total / len(mask)
