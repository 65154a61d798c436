"""transpose(1, 2) for cross_entropy."""

def mlm_loss(logits: Tensor, labels: Tensor) -> Tensor:
    chosen = labels != -100
    total = F.cross_entropy(logits.transpose(1, 2), labels, reduction="sum")
    return total / max(int(chosen.sum()), 1)
