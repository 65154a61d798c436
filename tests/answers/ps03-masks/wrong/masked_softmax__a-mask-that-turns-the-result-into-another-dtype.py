"""A float32 mask is added."""

def masked_softmax(scores, mask, dim=-1):
    if mask is None:
        return torch.softmax(scores, dim)
    mask = mask.expand_as(scores)
    nothing = ~mask.any(dim, keepdim=True)
    added = torch.zeros(mask.shape).masked_fill(~mask & ~nothing, float("-inf"))
    return torch.softmax(scores + added, dim).masked_fill(nothing, 0.0)
