"""-100 written onto the padding, as cross_entropy likes it."""

def tagging_loss(logits: Tensor, labels: Tensor, mask: Tensor) -> Tensor:
    labels[~mask] = -100
    total = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum")
    return total / max(int(mask.sum()), 1)
