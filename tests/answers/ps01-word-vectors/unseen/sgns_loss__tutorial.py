"""As in a tutorial, mean over everything.

True of it: the-mean-of-all-terms-instead-of-their-sum
"""

def sgns_loss(center, context, negatives):
    logits = torch.cat([(center * context).sum(-1, keepdim=True), -(center[:, None] * negatives).sum(-1)], 1)
    return -F.logsigmoid(logits).mean()
