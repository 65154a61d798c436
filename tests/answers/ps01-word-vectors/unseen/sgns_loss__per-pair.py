"""A loss for each pair.

True of it: a-loss-for-each-pair-instead-of-their-mean
"""

def sgns_loss(center, context, negatives):
    return -(F.logsigmoid((center * context).sum(-1)) + F.logsigmoid(-(center[:, None] * negatives).sum(-1)).sum(-1))
