"""The weights I return are set to 0, but the output was mixed before."""

def attention(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is None:
        w = torch.softmax(s, -1)
        return w @ v, w
    w = torch.softmax(s.masked_fill(~mask, torch.finfo(s.dtype).min), -1)
    return w @ v, w.masked_fill(~mask, 0.0)
