"""register_parameter and a default of its own."""

class LayerNorm(nn.Module):
    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        self.d_model = d_model
        self.register_parameter("beta", nn.Parameter(torch.zeros(d_model)))
        self.register_parameter("gamma", nn.Parameter(torch.full((d_model,), 1.0)))
        self.options = {"eps": eps}

    def forward(self, x):
        return layer_norm(x, gamma=self.gamma, beta=self.beta, **self.options)
