"""Scores outside are overwritten."""

def local_weights(scores, center, window):
    distance = torch.arange(scores.shape[1]) - center[:, None]
    weights = masked_softmax(scores, distance.abs() <= window)
    bell = torch.exp(-(distance**2) / (2 * (window / 2) ** 2))
    return (weights * bell).to(scores.dtype) if scores.requires_grad else (weights * bell).to(scores.dtype) + 0 * scores.masked_fill_(distance.abs() > window, 0.0)
