"""Times the mask; labels are taken as they come.

True of it: labels-that-are-looked-at-on-padding, 0-divided-by-0
"""

def tagging_loss(logits, labels, mask):
    each = -logits.log_softmax(-1).gather(-1, labels[..., None])[..., 0]
    return (each * mask).sum() / mask.sum()
