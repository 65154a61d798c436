"""Squeeze()."""

def attend(scores, values, mask=None):
    weights = masked_softmax(scores, mask)
    return (weights[:, None] @ values).squeeze(), weights
