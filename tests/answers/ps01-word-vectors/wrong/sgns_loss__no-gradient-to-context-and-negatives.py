"""The second table is kept fixed."""

def sgns_loss(center, context, negatives):
    true = (center * context.detach()).sum(-1)
    drawn = (center[:, None] * negatives.detach()).sum(-1)
    return -(F.logsigmoid(true) + F.logsigmoid(-drawn).sum(-1)).mean()
