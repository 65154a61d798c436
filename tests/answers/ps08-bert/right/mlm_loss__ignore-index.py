"""cross_entropy with its own ignore_index."""

def mlm_loss(logits, labels):
    total = F.cross_entropy(logits.reshape(-1, logits.shape[-1]), labels.reshape(-1), ignore_index=-100, reduction="sum")
    return total / (labels != -100).sum().clamp(min=1)
