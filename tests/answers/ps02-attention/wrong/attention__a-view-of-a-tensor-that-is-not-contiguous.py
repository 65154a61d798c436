"""The queries are scaled as one flat list of rows, by view."""

def attention(q, k, v, mask=None):
    rows = q.view(-1, q.shape[-1]) / math.sqrt(q.shape[-1])
    s = rows.view(q.shape) @ k.mT
    if mask is None:
        w = torch.softmax(s, -1)
    else:
        legal = mask.any(-1, keepdim=True)
        w = torch.softmax(s.masked_fill(~mask, float("-inf")).masked_fill(~legal, 0.0), -1).masked_fill(~legal, 0.0)
    return w @ v, w
