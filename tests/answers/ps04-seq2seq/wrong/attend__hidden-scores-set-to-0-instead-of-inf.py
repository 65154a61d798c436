"""Scores * mask."""

def attend(scores, values, mask=None):
    weights = (scores if mask is None else scores * mask).softmax(-1)
    return (weights[:, None] @ values).squeeze(1), weights
