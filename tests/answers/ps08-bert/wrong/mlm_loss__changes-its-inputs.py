"""-100 is replaced by 0 in place."""

def mlm_loss(logits: Tensor, labels: Tensor) -> Tensor:
    chosen = labels != -100
    labels[~chosen] = 0
    total = F.cross_entropy(logits[chosen], labels[chosen], reduction="sum")
    return total / max(int(chosen.sum()), 1)
