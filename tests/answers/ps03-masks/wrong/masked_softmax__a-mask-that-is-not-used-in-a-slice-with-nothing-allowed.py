"""A slice with nothing allowed is left alone."""

def masked_softmax(scores, mask, dim=-1):
    if mask is None:
        return torch.softmax(scores, dim)
    mask = mask.expand_as(scores)
    mask = mask | ~mask.any(dim, keepdim=True)
    return torch.softmax(scores.masked_fill(~mask, float("-inf")), dim)
