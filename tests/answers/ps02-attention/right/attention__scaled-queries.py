"""Each query is divided by the fourth root, each key too."""

def attention(q, k, v, mask=None):
    root = q.shape[-1] ** 0.25
    s = (q / root) @ (k / root).transpose(-2, -1)
    if mask is None:
        w = s.softmax(dim=-1)
        return w @ v, w
    hidden = ~mask
    empty = hidden.all(dim=-1, keepdim=True)
    w = s.masked_fill(hidden, float("-inf")).masked_fill(empty, 1.0).softmax(dim=-1)
    w = w.masked_fill(empty.expand_as(w), 0.0)
    return w @ v, w
