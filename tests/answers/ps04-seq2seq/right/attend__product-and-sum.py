"""Weighted values added up."""

def attend(scores, values, mask=None):
    weights = masked_softmax(scores, mask)
    return (weights.unsqueeze(-1) * values).sum(1), weights
