"""Float() to be safe."""

def sgns_loss(center, context, negatives):
    true = (center * context).sum(-1)
    drawn = (center[:, None] * negatives).sum(-1)
    value = -(F.logsigmoid(true) + F.logsigmoid(-drawn).sum(-1)).mean()
    return value if value.dtype == torch.float64 else value.float()
