"""-inf and softmax."""

def masked_softmax(scores, mask, dim=-1):
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    return torch.softmax(scores, dim)
