"""Round()."""

def local_weights(scores, center, window):
    distance = torch.arange(scores.shape[1]) - (center.round() + 0 * center)[:, None]
    weights = masked_softmax(scores, distance.abs() <= window)
    bell = torch.exp(-(distance**2) / (2 * (window / 2) ** 2))
    return (weights * bell).to(scores.dtype)
