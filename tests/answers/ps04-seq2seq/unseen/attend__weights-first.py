"""Weights first."""

def attend(scores, values, mask=None):
    weights = masked_softmax(scores, mask)
    return weights, (weights[:, None] @ values).squeeze(1)
