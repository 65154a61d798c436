"""Clamp to 20."""

def sgns_loss(center, context, negatives):
    true = (center * context).sum(-1).clamp(-20, 20)
    drawn = (center[:, None] * negatives).sum(-1).clamp(-20, 20)
    return -(F.logsigmoid(true) + F.logsigmoid(-drawn).sum(-1)).mean()
