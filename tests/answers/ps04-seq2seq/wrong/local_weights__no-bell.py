"""Forgot the bell."""

def local_weights(scores, center, window):
    distance = torch.arange(scores.shape[1]) - center[:, None]
    weights = masked_softmax(scores, distance.abs() <= window)
    bell = 1 + 0 * distance
    return (weights * bell).to(scores.dtype)
