"""Weights first."""

def attention(q, k, v, mask=None):
    w = masked(q @ k.mT / q.shape[-1] ** 0.5, mask)
    return w, w @ v
def masked(s, m):
    return torch.softmax(s if m is None else s.masked_fill(~m, -torch.inf), -1).nan_to_num(0.0)
