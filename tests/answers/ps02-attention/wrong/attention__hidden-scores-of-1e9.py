"""Hidden scores become -1e9, as in the annotated Transformer."""

def attention(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is None:
        w = torch.softmax(s, -1)
    else:
        w = torch.softmax(torch.where(mask, s, torch.tensor(-1e9).to(s.dtype)), -1) * mask.any(-1, keepdim=True)
    return w @ v, w
