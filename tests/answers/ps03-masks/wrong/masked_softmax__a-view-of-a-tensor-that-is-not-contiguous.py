"""NaN sought through a flat view."""

def masked_softmax(scores, mask, dim=-1):
    if scores.view(-1).isnan().any():
        raise ValueError("NaN")
    if mask is None:
        return torch.softmax(scores, dim)
    mask = mask.expand_as(scores)
    nothing = ~mask.any(dim, keepdim=True)
    return torch.softmax(scores.masked_fill(~mask, float("-inf")).masked_fill(nothing, 0.0), dim).masked_fill(nothing, 0.0)
