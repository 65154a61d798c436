"""The parameters are made once."""

SHARED = {}


class LayerNorm(nn.Module):
    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        if d_model not in SHARED:
            SHARED[d_model] = nn.Parameter(torch.ones(d_model)), nn.Parameter(torch.zeros(d_model))
        self.gamma, self.beta = SHARED[d_model]
        self.eps = eps

    def forward(self, x):
        return layer_norm(x, self.gamma, self.beta, self.eps)
