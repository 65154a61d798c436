"""Log of sigmoid and 1 - sigmoid.

True of it: the-logarithm-of-a-0, an-infinity-minus-an-infinity
"""

def sgns_loss(center, context, negatives):
    true = (center * context).sum(-1)
    drawn = (center[:, None] * negatives).sum(-1)
    return -(true.sigmoid().log() + (1 - drawn.sigmoid()).log().sum(-1)).mean()
