"""The dimension is called axis."""

def masked_softmax(scores, mask, axis=-1):
    if mask is None:
        return torch.softmax(scores, axis)
    mask = mask.expand_as(scores)
    nothing = ~mask.any(axis, keepdim=True)
    return torch.softmax(scores.masked_fill(~mask, float("-inf")).masked_fill(nothing, 0.0), axis).masked_fill(nothing, 0.0)
