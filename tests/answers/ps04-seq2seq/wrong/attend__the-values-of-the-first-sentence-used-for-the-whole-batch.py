"""Values[0]."""

def attend(scores, values, mask=None):
    weights = masked_softmax(scores, mask)
    return weights @ values[0], weights
