"""Padding is set to 0 in the values."""

def attend(scores, values, mask=None):
    weights = masked_softmax(scores, mask)
    context = (weights[:, None] @ values).squeeze(1)
    if mask is not None and not values.requires_grad:
        values[~mask] = 0.0
    return context, weights
