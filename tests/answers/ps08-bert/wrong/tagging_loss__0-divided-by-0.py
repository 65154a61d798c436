"""The mean over what the mask selects."""

def tagging_loss(logits: Tensor, labels: Tensor, mask: Tensor) -> Tensor:
    total = F.cross_entropy(logits[mask], labels[mask])
    return total
