"""GELU from the error function."""

class FeedForward(nn.Module):
    def __init__(self, d_model, d_hidden, activation=None):
        super().__init__()
        self.w1 = nn.Linear(d_model, d_hidden)
        self.w2 = nn.Linear(d_hidden, d_model)
        self.activation = activation or (lambda h: 0.5 * h * (1 + torch.erf(h / math.sqrt(2))))

    def forward(self, x):
        h = self.w1(x)
        h = self.activation(h)
        return self.w2(h)
