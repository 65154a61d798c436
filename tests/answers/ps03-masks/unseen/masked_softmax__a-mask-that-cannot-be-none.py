"""A mask that cannot be None."""

def masked_softmax(scores, mask, dim=-1):
    return torch.softmax(scores.masked_fill(~mask, -torch.inf), dim).nan_to_num(0.0)
