"""Losses are float32."""

def mlm_loss(logits: Tensor, labels: Tensor) -> Tensor:
    chosen = labels != -100
    total = F.cross_entropy(logits[chosen], labels[chosen], reduction="sum")
    return (total / max(int(chosen.sum()), 1)).float()
