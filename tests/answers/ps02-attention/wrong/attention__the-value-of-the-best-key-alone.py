"""The output is the value of the key with the largest weight."""

def attention(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    legal = torch.ones_like(s, dtype=torch.bool).any(-1, keepdim=True)
    if mask is not None:
        legal = mask.any(-1, keepdim=True)
        s = s.masked_fill(~mask, float("-inf")).masked_fill(~legal, 0.0)
    w = torch.softmax(s, -1).masked_fill(~legal, 0.0)
    best = torch.nn.functional.one_hot(w.argmax(-1), w.shape[-1]).to(v.dtype) * legal + 0 * w
    return best @ v, w
