"""-1e9 and nothing else.

True of it: a-mask-value-that-float16-cannot-hold, equal-weights-where-nothing-is-allowed, hidden-scores-of-1e9
"""

def masked_softmax(scores, mask, dim=-1):
    return torch.softmax(scores if mask is None else scores.masked_fill(~mask, -1e9), dim)
