"""Hidden scores become -10,000."""

def masked_softmax(scores, mask, dim=-1):
    if mask is None:
        return torch.softmax(scores, dim)
    mask = mask.expand_as(scores)
    return torch.softmax(scores.masked_fill(~mask, -1e4 if scores.dtype.itemsize > 2 else -6e4), dim).masked_fill(~mask.any(dim, keepdim=True), 0.0)
