"""Added -inf, nan_to_num at the end."""

def masked_softmax(scores, mask, dim=-1):
    if mask is None:
        return torch.softmax(scores, dim)
    added = torch.zeros(mask.shape, dtype=scores.dtype).masked_fill(~mask, float("-inf"))
    return torch.softmax(scores + added, dim).nan_to_num(0.0)
