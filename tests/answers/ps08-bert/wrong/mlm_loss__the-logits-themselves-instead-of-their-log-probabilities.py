"""nll_loss on the logits."""

def mlm_loss(logits: Tensor, labels: Tensor) -> Tensor:
    chosen = labels != -100
    total = F.nll_loss(logits[chosen], labels[chosen], reduction="sum")
    return total / max(int(chosen.sum()), 1)
