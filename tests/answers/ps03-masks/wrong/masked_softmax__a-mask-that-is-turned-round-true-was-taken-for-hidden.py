"""Filled where the mask is True."""

def masked_softmax(scores, mask, dim=-1):
    if mask is None:
        return torch.softmax(scores, dim)
    mask = mask.expand_as(scores)
    nothing = ~mask.any(dim, keepdim=True)
    return torch.softmax(scores.masked_fill(mask, float("-inf")).masked_fill(mask.all(dim, keepdim=True), 0.0), dim).masked_fill(nothing, 0.0)
