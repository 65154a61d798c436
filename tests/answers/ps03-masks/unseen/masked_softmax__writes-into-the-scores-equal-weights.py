"""Writes into the scores, equal weights.

True of it: a-mask-value-that-float16-cannot-hold, changes-its-inputs, equal-weights-where-nothing-is-allowed, hidden-scores-of-1e6-or-less
"""

def masked_softmax(scores, mask, dim=-1):
    if mask is not None:
        scores[~mask.expand_as(scores)] = -1e6
    return torch.softmax(scores, dim)
