"""Cross-entropy over K + 1 words.

True of it: a-softmax-over-the-true-word-and-the-random-ones, dot-products-that-are-cut-off
"""

def sgns_loss(center, context, negatives):
    true = (center * context).sum(-1)
    drawn = (center[:, None] * negatives).sum(-1)
    logits = torch.cat([true[:, None], drawn], 1)
    return (logits.logsumexp(1) - true).mean()
