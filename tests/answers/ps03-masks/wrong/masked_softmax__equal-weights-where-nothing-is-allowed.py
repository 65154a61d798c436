"""The smallest number of the dtype."""

def masked_softmax(scores, mask, dim=-1):
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    return torch.softmax(scores, dim)
