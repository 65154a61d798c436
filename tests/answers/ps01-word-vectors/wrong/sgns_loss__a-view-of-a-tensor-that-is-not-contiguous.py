"""Negatives.view."""

def sgns_loss(center, context, negatives):
    B, K, D = negatives.shape
    flat = negatives.view(B * K, D)
    true = (center * context).sum(-1)
    drawn = (center.repeat_interleave(K, 0) * flat).sum(-1).view(B, K)
    return -(F.logsigmoid(true) + F.logsigmoid(-drawn).sum(-1)).mean()
