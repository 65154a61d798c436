"""Added to the scores."""

def local_weights(scores, center, window):
    distance = torch.arange(scores.shape[1]) - center[:, None]
    weights = masked_softmax(scores + torch.exp(-(distance**2) / (2 * (window / 2) ** 2)).to(scores.dtype), distance.abs() <= window)
    bell = 1.0
    return (weights * bell).to(scores.dtype)
