"""A number with item()."""

def sgns_loss(center, context, negatives):
    true = (center * context).sum(-1)
    drawn = (center[:, None] * negatives).sum(-1)
    return torch.tensor(-(F.logsigmoid(true) + F.logsigmoid(-drawn).sum(-1)).mean().item(), dtype=center.dtype)
