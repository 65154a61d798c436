"""An additive mask in float32, whatever the scores are."""

def attention(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is None:
        w = torch.softmax(s, -1)
        return w @ v, w
    legal = mask.any(-1, keepdim=True)
    s = s + torch.zeros(mask.shape, dtype=torch.promote_types(s.dtype, torch.float32)).masked_fill(~mask & legal, float("-inf"))
    w = torch.softmax(s, -1) * legal
    return w @ v.to(w.dtype), w
