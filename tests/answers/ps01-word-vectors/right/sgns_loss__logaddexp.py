"""Log(1 + e^-x) by logaddexp."""

def sgns_loss(center, context, negatives):
    true = (center * context).sum(-1)
    drawn = (negatives @ center.unsqueeze(-1)).squeeze(-1)
    zero = torch.zeros((), dtype=center.dtype)
    return (torch.logaddexp(zero, -true).sum() + torch.logaddexp(zero, drawn).sum()) / len(center)
