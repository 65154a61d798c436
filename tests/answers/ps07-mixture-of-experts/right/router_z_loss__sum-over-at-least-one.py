"""The sum divided by at least one token."""

def router_z_loss(logits: Tensor) -> Tensor:
    total = sum((row.logsumexp(0).pow(2) for row in logits), start=(logits * 0).sum())
    return total / max(1, logits.shape[0])
