"""Numpy.

True of it: the-result-cut-off-from-the-inputs
"""

import numpy as np
def softmax(x, dim=-1):
    a = x.detach().numpy()
    e = np.exp(a - a.max(axis=dim, keepdims=True))
    return torch.from_numpy(e / e.sum(axis=dim, keepdims=True))
