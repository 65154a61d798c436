"""A tutorial's -9e15 and nothing else.

True of it: a-mask-value-that-float16-cannot-hold, equal-weights-where-nothing-may-be-seen, hidden-scores-of-9e15
"""

def attention(q, k, v, mask=None):
    s = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
    if mask is not None:
        s = s.masked_fill(mask == 0, -9e15)
    w = torch.softmax(s, -1)
    return torch.matmul(w, v), w
