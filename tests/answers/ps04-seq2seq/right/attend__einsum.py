"""Einsum."""

def attend(scores, values, mask=None):
    weights = masked_softmax(scores, mask)
    return torch.einsum("bs,bse->be", weights, values), weights
