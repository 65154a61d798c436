"""Hidden scores become -20."""

def masked_softmax(scores, mask, dim=-1):
    if mask is None:
        return torch.softmax(scores, dim)
    mask = mask.expand_as(scores)
    return torch.softmax(scores.masked_fill(~mask, -20.0), dim).masked_fill(~mask.any(dim, keepdim=True), 0.0)
