"""masked_fill_ saves a copy."""

def masked_softmax(scores, mask, dim=-1):
    if mask is None:
        return torch.softmax(scores, dim)
    mask = mask.expand_as(scores)
    nothing = ~mask.any(dim, keepdim=True)
    scores.masked_fill_(~mask, float("-inf"))
    return torch.softmax(scores.masked_fill(nothing, 0.0), dim).masked_fill(nothing, 0.0)
