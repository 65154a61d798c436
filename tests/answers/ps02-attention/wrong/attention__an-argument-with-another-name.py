"""I wrote the names out in full."""

def attention(queries, keys, values, mask=None):
    s = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if mask is None:
        w = torch.softmax(s, -1)
    else:
        legal = mask.any(-1, keepdim=True)
        w = torch.softmax(s.masked_fill(~mask, float("-inf")).masked_fill(~legal, 0.0), -1).masked_fill(~legal, 0.0)
    return w @ values, w
