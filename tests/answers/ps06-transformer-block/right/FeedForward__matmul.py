"""Written with matrices."""

class FeedForward(nn.Module):
    def __init__(self, d_model, d_hidden, activation=F.gelu):
        super().__init__()
        self.w1 = nn.Linear(d_model, d_hidden)
        self.w2 = nn.Linear(d_hidden, d_model)
        self.activation = activation

    def forward(self, x):
        h = x @ self.w1.weight.T + self.w1.bias
        h = self.activation(h)
        return h @ self.w2.weight.T + self.w2.bias
