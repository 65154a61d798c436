"""Scores times mask.

True of it: equal-weights-where-nothing-may-be-seen
"""

def attention(q, k, v, mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    w = torch.softmax(s if mask is None else s * mask, -1)
    return w @ v, w
