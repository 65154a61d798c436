"""Everything in float32, cast back at the end."""

def attention(q, k, v, mask=None):
    dtype = q.dtype
    q, k, v = q.float(), k.float(), v.float()
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is None:
        w = torch.softmax(s, -1)
    else:
        legal = mask.any(-1, keepdim=True)
        w = torch.softmax(s.masked_fill(~mask, float("-inf")).masked_fill(~legal, 0.0), -1).masked_fill(~legal, 0.0)
    return (w @ v).to(dtype), w.to(dtype)
