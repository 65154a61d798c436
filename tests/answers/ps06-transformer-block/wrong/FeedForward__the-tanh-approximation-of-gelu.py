"""As in GPT-2."""

class FeedForward(nn.Module):
    def __init__(self, d_model, d_hidden, activation=None):
        super().__init__()
        self.w1 = nn.Linear(d_model, d_hidden)
        self.w2 = nn.Linear(d_hidden, d_model)
        self.activation = activation or nn.GELU(approximate="tanh")

    def forward(self, x):
        h = self.w1(x)
        h = self.activation(h)
        return self.w2(h)
