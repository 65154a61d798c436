"""Values.view."""

def attend(scores, values, mask=None):
    weights = masked_softmax(scores, mask)
    return (weights.reshape(-1, 1) * values.view(-1, values.shape[-1])).view(values.shape).sum(1), weights
