"""Log of sigmoid."""

def sgns_loss(center, context, negatives):
    true = (center * context).sum(-1)
    drawn = (center[:, None] * negatives).sum(-1)
    return -(true.sigmoid().log() + (-drawn).sigmoid().log().sum(-1)).mean()
