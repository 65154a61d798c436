"""Nan_to_num."""

def local_weights(scores, center, window):
    distance = torch.arange(scores.shape[1]) - center[:, None]
    weights = (scores + torch.zeros_like(scores).masked_fill(distance.abs() > window, float("-inf"))).softmax(-1).nan_to_num(0.0)
    bell = torch.exp(-(distance**2) / (2 * (window / 2) ** 2))
    return (weights * bell).to(scores.dtype)
