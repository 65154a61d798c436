"""eps as a buffer."""

class LayerNorm(nn.Module):
    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.register_buffer("eps", torch.tensor(eps))

    def forward(self, x):
        return layer_norm(x, self.gamma, self.beta, float(self.eps))
