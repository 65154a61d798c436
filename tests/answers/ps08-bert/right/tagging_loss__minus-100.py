"""Padding labels replaced by -100 in a new tensor."""

def tagging_loss(logits, labels, mask):
    targets = torch.where(mask, labels, -100)
    total = F.cross_entropy(logits.transpose(1, 2), targets, reduction="sum")
    return total / mask.sum().clamp(min=1)
