"""Weights[0]."""

def attend(scores, values, mask=None):
    weights = masked_softmax(scores, mask)
    return torch.einsum('s,bse->be', weights[0], values), weights
