"""Scaled."""

def attend(scores, values, mask=None):
    weights = masked_softmax(scores / math.sqrt(values.shape[-1]), mask)
    return (weights[:, None] @ values).squeeze(1), weights
