"""A new zero when there is nothing."""

def mlm_loss(logits: Tensor, labels: Tensor) -> Tensor:
    chosen = labels != -100
    if not chosen.any():
        return torch.zeros((), dtype=logits.dtype)
    total = F.cross_entropy(logits[chosen], labels[chosen], reduction="sum")
    return total / max(int(chosen.sum()), 1)
