"""Softmax(0)."""

def attend(scores, values, mask=None):
    weights = masked_softmax(scores, mask, 0)
    return (weights[:, None] @ values).squeeze(1), weights
