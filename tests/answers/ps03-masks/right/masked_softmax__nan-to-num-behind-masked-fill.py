"""masked_fill, softmax, nan_to_num."""

def masked_softmax(scores, mask, dim=-1):
    if mask is None:
        return scores.softmax(dim)
    return scores.masked_fill(~mask, -torch.inf).softmax(dim).nan_to_num()
