"""Float() for safety."""

def attend(scores, values, mask=None):
    weights = masked_softmax(scores if scores.dtype == torch.float64 else scores.float(), mask)
    return (weights[:, None] @ values.to(weights.dtype)).squeeze(1), weights
