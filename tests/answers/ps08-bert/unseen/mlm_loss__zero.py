"""A zero of its own when there is nothing."""

def mlm_loss(logits, labels):
    if (labels == -100).all():
        return torch.zeros((), requires_grad=True)
    return F.cross_entropy(logits.flatten(0, -2), labels.flatten())
