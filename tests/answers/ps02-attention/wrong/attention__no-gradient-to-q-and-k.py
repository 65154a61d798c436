"""The weights are detached before they mix the values."""

def attention(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is None:
        w = torch.softmax(s, -1)
    else:
        legal = mask.any(-1, keepdim=True)
        w = torch.softmax(s.masked_fill(~mask, float("-inf")).masked_fill(~legal, 0.0), -1).masked_fill(~legal, 0.0)
    return w.detach() @ v, w
