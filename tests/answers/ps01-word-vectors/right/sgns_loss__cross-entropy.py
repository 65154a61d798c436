"""Binary cross-entropy with logits."""

def sgns_loss(center, context, negatives):
    logits = torch.cat([(center * context).sum(-1, keepdim=True), torch.bmm(negatives, center[:, :, None])[:, :, 0]], 1)
    truth = torch.zeros_like(logits)
    truth[:, 0] = 1
    return F.binary_cross_entropy_with_logits(logits, truth, reduction="sum") / len(center)
