"""Forgot the mask."""

def attend(scores, values, mask=None):
    weights = scores.softmax(-1)
    return (weights[:, None] @ values).squeeze(1), weights
