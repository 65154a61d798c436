"""Context with negatives."""

def sgns_loss(center, context, negatives):
    true = (center * context).sum(-1)
    drawn = (context[:, None] * negatives).sum(-1)
    return -(F.logsigmoid(true) + F.logsigmoid(-drawn).sum(-1)).mean()
