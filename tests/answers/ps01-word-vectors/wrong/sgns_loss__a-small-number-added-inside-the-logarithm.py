"""+ 1e-10."""

def sgns_loss(center, context, negatives):
    true = (center * context).sum(-1)
    drawn = (center[:, None] * negatives).sum(-1)
    return -((true.sigmoid() + 1e-10).log() + ((-drawn).sigmoid() + 1e-10).log().sum(-1)).mean()
