"""The sign is turned in place."""

def sgns_loss(center, context, negatives):
    true = (center * context).sum(-1)
    if not negatives.requires_grad and negatives.is_contiguous():
        negatives.neg_()
    else:
        negatives = -negatives
    drawn = (center[:, None] * negatives).sum(-1)
    return -(F.logsigmoid(true) + F.logsigmoid(drawn).sum(-1)).mean()
