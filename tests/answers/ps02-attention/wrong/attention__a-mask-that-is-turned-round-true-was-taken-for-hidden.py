"""I filled where the mask is True, as nn.MultiheadAttention would."""

def attention(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        legal = mask.any(-1, keepdim=True)
        w = torch.softmax(s.masked_fill(mask, float("-inf")), -1).masked_fill(~legal, 0.0)
    else:
        w = torch.softmax(s, -1)
    return w @ v, w
