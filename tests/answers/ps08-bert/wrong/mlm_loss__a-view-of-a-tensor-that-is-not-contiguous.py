"""view(-1, V)."""

def mlm_loss(logits: Tensor, labels: Tensor) -> Tensor:
    chosen = labels != -100
    total = F.cross_entropy(logits.view(-1, logits.shape[-1])[chosen.reshape(-1)], labels[chosen], reduction="sum")
    return total / max(int(chosen.sum()), 1)
