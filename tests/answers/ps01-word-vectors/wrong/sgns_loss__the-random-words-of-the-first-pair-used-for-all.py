"""Negatives[0]."""

def sgns_loss(center, context, negatives):
    true = (center * context).sum(-1)
    drawn = center @ negatives[0].T
    return -(F.logsigmoid(true) + F.logsigmoid(-drawn).sum(-1)).mean()
