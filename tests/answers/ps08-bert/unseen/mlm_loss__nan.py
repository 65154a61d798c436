"""cross_entropy as it is.

True of it: 0-divided-by-0
"""

def mlm_loss(logits, labels):
    return F.cross_entropy(logits.flatten(0, -2), labels.flatten())
