"""The centre is a place, not a weight."""

def local_weights(scores, center, window):
    distance = torch.arange(scores.shape[1]) - center.detach()[:, None]
    weights = masked_softmax(scores, distance.abs() <= window)
    bell = torch.exp(-(distance**2) / (2 * (window / 2) ** 2))
    return (weights * bell).to(scores.dtype)
