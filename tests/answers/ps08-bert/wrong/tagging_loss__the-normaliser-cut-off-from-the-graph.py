"""The logsumexp is detached, as one does with a maximum."""

def tagging_loss(logits: Tensor, labels: Tensor, mask: Tensor) -> Tensor:
    total = (logits[mask].logsumexp(-1).detach() - logits[mask].gather(-1, labels[mask][:, None])[:, 0]).sum()
    return total / max(int(mask.sum()), 1)
