"""Parameters in numpy.

True of it: plain-tensors-instead-of-parameters, a-result-cut-off-from-its-inputs, returns-float64
"""

import numpy as np


class LayerNorm(nn.Module):
    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        self.gamma, self.beta = np.ones(d_model), np.zeros(d_model)

    def forward(self, x):
        h = x.detach().numpy()
        return torch.tensor((h - h.mean(-1, keepdims=True)) / h.std(-1, keepdims=True) * self.gamma + self.beta)
