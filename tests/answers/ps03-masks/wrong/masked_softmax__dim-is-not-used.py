"""Always the last dimension."""

def masked_softmax(scores, mask, dim=-1):
    if mask is None:
        return torch.softmax(scores, -1)
    mask = mask.expand_as(scores)
    nothing = ~mask.any(-1, keepdim=True)
    return torch.softmax(scores.masked_fill(~mask, float("-inf")).masked_fill(nothing, 0.0), -1).masked_fill(nothing, 0.0)
