"""I took the size of the wrong dimension for d."""

def attention(q, k, v, mask=None):
    d = q.size(-2)
    s = q @ k.mT / math.sqrt(d)
    if mask is None:
        w = torch.softmax(s, -1)
    else:
        legal = mask.any(-1, keepdim=True)
        w = torch.softmax(s.masked_fill(~mask, float("-inf")).masked_fill(~legal, 0.0), -1).masked_fill(~legal, 0.0)
    return w @ v, w
