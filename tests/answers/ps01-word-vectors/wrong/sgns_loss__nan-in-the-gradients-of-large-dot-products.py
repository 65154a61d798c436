"""Where the sigmoid is 0 I take the dot product instead."""

def sgns_loss(center, context, negatives):
    def log_sigmoid(x):
        return torch.where(x < -50, x, x.sigmoid().log())
    true = (center * context).sum(-1)
    drawn = (center[:, None] * negatives).sum(-1)
    return -(log_sigmoid(true) + log_sigmoid(-drawn).sum(-1)).mean()
