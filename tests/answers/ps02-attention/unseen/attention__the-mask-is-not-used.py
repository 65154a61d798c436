"""The mask is not used.

True of it: a-mask-that-is-not-used, a-mask-that-is-not-used-in-a-row-without-a-key
"""

def attention(q, k, v, mask=None):
    w = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, -1)
    return w @ v, w
