"""A mean for each sentence, then the mean of these."""

def mlm_loss(logits: Tensor, labels: Tensor) -> Tensor:
    if labels.dim() != 2:
        logits, labels = logits.reshape(1, -1, logits.shape[-1]), labels.reshape(1, -1)
    chosen = labels != -100
    tokens = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="none").view(labels.shape)
    return (tokens.sum(1) / chosen.sum(1).clamp(min=1)).mean()
