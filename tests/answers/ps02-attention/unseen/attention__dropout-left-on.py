"""Dropout left on.

True of it: changes-torch-s-random-generator
"""

def attention(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.size(-1))
    if mask is not None:
        s = s.masked_fill(~mask, -torch.inf)
    w = torch.nn.functional.dropout(torch.softmax(s, -1).nan_to_num(0.0), 0.1)
    return w @ v, w
