"""No window.

True of it: a-softmax-over-all-positions-instead-of-those-in-the-window, a-weight-for-every-position, a-softmax-over-all-positions-where-none-is-in-the-window
"""

def local_weights(scores, center, window):
    distance = torch.arange(scores.shape[1]) - center[:, None]
    weights = scores.softmax(-1)
    bell = torch.exp(-(distance**2) / (2 * (window / 2) ** 2))
    return (weights * bell).to(scores.dtype)
