"""Hidden scores become -1e30: works, but not in float16."""

def attention(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is None:
        w = torch.softmax(s, -1)
    else:
        w = torch.softmax(s.masked_fill(~mask, -1e30), -1) * mask.any(-1, keepdim=True)
    return w @ v, w
