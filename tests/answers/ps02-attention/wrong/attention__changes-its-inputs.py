"""I scale q in place to save memory."""

def attention(q, k, v, mask=None):
    q /= math.sqrt(q.shape[-1])
    s = q @ k.mT
    if mask is None:
        w = torch.softmax(s, -1)
    else:
        legal = mask.any(-1, keepdim=True)
        w = torch.softmax(s.masked_fill(~mask, float("-inf")).masked_fill(~legal, 0.0), -1).masked_fill(~legal, 0.0)
    return w @ v, w
