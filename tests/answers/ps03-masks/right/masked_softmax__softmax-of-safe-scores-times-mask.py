"""The rest of an empty slice is taken off by the mask itself."""

def masked_softmax(scores, mask, dim=-1):
    if mask is None:
        return torch.nn.functional.softmax(scores, dim=dim)
    mask = torch.logical_and(mask, torch.ones_like(scores, dtype=torch.bool))
    safe = mask | ~mask.any(dim=dim, keepdim=True)
    return torch.nn.functional.softmax(scores.masked_fill(~safe, float("-inf")), dim=dim) * mask.to(scores.dtype)
