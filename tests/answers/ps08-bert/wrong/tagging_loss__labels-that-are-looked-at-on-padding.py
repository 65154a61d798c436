"""All losses first, then the mask."""

def tagging_loss(logits: Tensor, labels: Tensor, mask: Tensor) -> Tensor:
    total = (F.cross_entropy(logits.transpose(1, 2), labels, reduction="none") * mask).sum()
    return total / max(int(mask.sum()), 1)
