"""I took the first row of the mask as a padding mask."""

def attention(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is None:
        w = torch.softmax(s, -1)
    else:
        legal = mask.any(-1, keepdim=True)
        row = mask.expand(s.shape)[..., :1, :]
        w = torch.softmax(s.masked_fill(~row, float("-inf")), -1).masked_fill(~legal, 0.0)
    return w @ v, w
