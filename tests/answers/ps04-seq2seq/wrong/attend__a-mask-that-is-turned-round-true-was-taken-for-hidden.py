"""Masked_fill(mask)."""

def attend(scores, values, mask=None):
    weights = masked_softmax(scores, None if mask is None else ~mask)
    return (weights[:, None] @ values).squeeze(1), weights
