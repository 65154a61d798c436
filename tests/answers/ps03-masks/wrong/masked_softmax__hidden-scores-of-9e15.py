"""Hidden scores become -9e15."""

def masked_softmax(scores, mask, dim=-1):
    if mask is None:
        return torch.softmax(scores, dim)
    mask = mask.expand_as(scores)
    return torch.softmax(torch.where(mask, scores, torch.tensor(-9e15).to(scores.dtype)), dim).masked_fill(~mask.any(dim, keepdim=True), 0.0)
