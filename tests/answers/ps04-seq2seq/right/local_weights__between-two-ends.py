"""Two comparisons."""

def local_weights(scores, center, window):
    s = torch.arange(scores.size(-1), dtype=center.dtype).expand_as(scores)
    p = center.unsqueeze(-1)
    mask = torch.logical_and(s >= p - window, s <= p + window)
    sigma = window / 2
    bell = torch.exp(-torch.square(s - p) / (2 * sigma * sigma))
    return torch.where(mask, masked_softmax(scores, mask) * bell, torch.zeros_like(scores))
