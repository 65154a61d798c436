"""Weights must sum to 1."""

def local_weights(scores, center, window):
    distance = torch.arange(scores.shape[1]) - center[:, None]
    weights = masked_softmax(scores, distance.abs() <= window)
    bell = torch.exp(-(distance**2) / (2 * (window / 2) ** 2))
    return (weights * bell / (weights * bell).sum(-1, keepdim=True).clamp(min=1e-6)).to(scores.dtype)
