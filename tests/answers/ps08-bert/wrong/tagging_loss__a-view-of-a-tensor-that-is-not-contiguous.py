"""view(-1, T)."""

def tagging_loss(logits: Tensor, labels: Tensor, mask: Tensor) -> Tensor:
    total = F.cross_entropy(logits.view(-1, logits.shape[-1])[mask.reshape(-1)], labels[mask], reduction="sum")
    return total / max(int(mask.sum()), 1)
