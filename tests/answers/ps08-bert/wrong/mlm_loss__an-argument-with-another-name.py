"""targets."""

def mlm_loss(logits: Tensor, targets: Tensor) -> Tensor:
    labels = targets
    chosen = labels != -100
    total = F.cross_entropy(logits[chosen], labels[chosen], reduction="sum")
    return total / max(int(chosen.sum()), 1)
