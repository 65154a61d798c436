"""Masked_fill, whose gradient is 0 where it filled, then nan_to_num."""

def attend(scores, values, mask=None):
    weights = scores.softmax(-1) if mask is None else scores.masked_fill(~mask, float("-inf")).softmax(-1).nan_to_num(0.0)
    return (weights[:, None] @ values).squeeze(1), weights
