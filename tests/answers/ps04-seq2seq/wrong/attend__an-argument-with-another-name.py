"""Keys_mask."""

def attend(scores, values, keys_mask=None):
    weights = masked_softmax(scores, keys_mask)
    return (weights[:, None] @ values).squeeze(1), weights
