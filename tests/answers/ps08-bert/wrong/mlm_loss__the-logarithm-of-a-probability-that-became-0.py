"""log of softmax."""

def mlm_loss(logits: Tensor, labels: Tensor) -> Tensor:
    chosen = labels != -100
    total = F.nll_loss(logits[chosen].softmax(-1).log(), labels[chosen], reduction="sum")
    return total / max(int(chosen.sum()), 1)
