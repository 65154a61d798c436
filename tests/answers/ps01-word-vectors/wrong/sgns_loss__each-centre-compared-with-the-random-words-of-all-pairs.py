"""One big matrix product."""

def sgns_loss(center, context, negatives):
    true = (center * context).sum(-1)
    drawn = center @ negatives.reshape(-1, negatives.shape[-1]).T
    return -(F.logsigmoid(true) + F.logsigmoid(-drawn).sum(-1)).mean()
