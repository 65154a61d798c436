"""Weights * mask."""

def attend(scores, values, mask=None):
    weights = scores.softmax(-1) * (1 if mask is None else mask)
    return (weights[:, None] @ values).squeeze(1), weights
