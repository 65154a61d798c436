"""U, v, n."""

def sgns_loss(u, v, n):
    return -(F.logsigmoid((u * v).sum(-1)) + F.logsigmoid(-(u[:, None] * n).sum(-1)).sum(-1)).mean()
