"""softmax, then the mask."""

def masked_softmax(scores, mask, dim=-1):
    weights = torch.softmax(scores, dim)
    return weights if mask is None else weights * mask
