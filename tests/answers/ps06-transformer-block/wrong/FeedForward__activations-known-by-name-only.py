"""A table of activations by their names."""

class FeedForward(nn.Module):
    def __init__(self, d_model, d_hidden, activation=F.gelu):
        super().__init__()
        self.w1 = nn.Linear(d_model, d_hidden)
        self.w2 = nn.Linear(d_hidden, d_model)
        self.activation = activation

    def forward(self, x):
        h = self.w1(x)
        h = {"gelu": F.gelu, "relu": F.relu}[self.activation.__name__](h)
        return self.w2(h)
