"""Softmax over the queries."""

def attention(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, float("-inf"))
    w = torch.softmax(s, -2).nan_to_num(0.0)
    return w @ v, w
