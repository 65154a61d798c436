"""masked_fill with -inf and nan_to_num after it: masked_fill stops the NaN on the way back."""

def attention(q, k, v, mask=None):
    s = (q @ k.mT) / math.sqrt(q.shape[-1])
    if mask is not None:
        s = s.masked_fill(mask == False, float("-inf"))
    w = torch.softmax(s, dim=-1)
    if mask is not None:
        w = w.nan_to_num(0.0)
    return w @ v, w
