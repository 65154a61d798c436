"""A Python float."""

def sgns_loss(center, context, negatives):
    return float(-(F.logsigmoid((center * context).sum(-1)) + F.logsigmoid(-(center[:, None] * negatives).sum(-1)).sum(-1)).mean())
