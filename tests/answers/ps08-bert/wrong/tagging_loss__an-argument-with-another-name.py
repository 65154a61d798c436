"""tags."""

def tagging_loss(logits: Tensor, tags: Tensor, mask: Tensor) -> Tensor:
    labels = tags
    total = F.cross_entropy(logits[mask], labels[mask], reduction="sum")
    return total / max(int(mask.sum()), 1)
