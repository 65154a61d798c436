"""torch.ones is a tensor, is it not?"""

class LayerNorm(nn.Module):
    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        self.gamma = torch.ones(d_model)
        self.beta = torch.zeros(d_model)
        self.eps = eps

    def forward(self, x):
        return layer_norm(x, self.gamma.to(x.dtype), self.beta.to(x.dtype), self.eps)
