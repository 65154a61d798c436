"""Weights @ values."""

def attend(scores, values, mask=None):
    weights = masked_softmax(scores, mask)
    return weights @ values, weights
