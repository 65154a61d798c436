"""Softplus of minus the dot product."""

def sgns_loss(center, context, negatives):
    true = torch.einsum("bd,bd->b", center, context)
    drawn = torch.einsum("bd,bkd->bk", center, negatives)
    return (F.softplus(-true) + F.softplus(drawn).sum(1)).mean()
