"""Twice for safety.

True of it: a-softmax-of-the-softmax
"""

def attend(scores, values, mask=None):
    weights = masked_softmax(scores.softmax(-1), mask)
    return (weights[:, None] @ values).squeeze(1), weights
