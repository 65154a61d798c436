"""A mean for each sentence, then the mean of these.

True of it: the-mean-of-the-sentences-means
"""

def tagging_loss(logits, labels, mask):
    labels = labels.masked_fill(~mask, 0)
    each = F.cross_entropy(logits.transpose(1, 2), labels, reduction="none") * mask
    return (each.sum(-1) / mask.sum(-1).clamp(min=1)).mean()
