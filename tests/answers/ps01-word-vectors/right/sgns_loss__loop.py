"""One pair after another."""

def sgns_loss(center, context, negatives):
    total = 0
    for u, v, drawn in zip(center, context, negatives):
        total = total - F.logsigmoid((u * v).sum())
        for n in drawn:
            total = total - F.logsigmoid(-(u * n).sum())
    return total / center.shape[0]
