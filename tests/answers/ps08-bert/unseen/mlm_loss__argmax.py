"""Only what is labelled, but the mean over all.

True of it: the-mean-over-all-tokens-selected-or-not
"""

def mlm_loss(logits, labels):
    keep = labels != -100
    picked = logits.log_softmax(-1)[keep].gather(-1, labels[keep][:, None])
    return -picked.sum() / max(1, labels.numel())
