"""The logsumexp is detached, as one does with a maximum."""

def mlm_loss(logits: Tensor, labels: Tensor) -> Tensor:
    chosen = labels != -100
    total = (logits[chosen].logsumexp(-1).detach() - logits[chosen].gather(-1, labels[chosen][:, None])[:, 0]).sum()
    return total / max(int(chosen.sum()), 1)
