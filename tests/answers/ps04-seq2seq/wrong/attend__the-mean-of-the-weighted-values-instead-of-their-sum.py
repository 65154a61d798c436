"""Mean(1)."""

def attend(scores, values, mask=None):
    weights = masked_softmax(scores, mask)
    return (weights[:, :, None] * values).mean(1), weights
