"""Hidden scores are set by index."""

def masked_softmax(scores, mask, dim=-1):
    if mask is None:
        return torch.softmax(scores, dim)
    hidden = scores.clone()
    hidden[~mask] = float("-inf")
    nothing = ~mask.any(dim, keepdim=True)
    return torch.softmax(hidden.masked_fill(nothing, 0.0), dim).masked_fill(nothing, 0.0)
