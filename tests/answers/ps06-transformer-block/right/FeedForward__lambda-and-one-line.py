"""One line in forward."""

class FeedForward(nn.Module):
    def __init__(self, d_model, d_hidden, activation=F.gelu):
        super().__init__()
        self.w1 = nn.Linear(d_model, d_hidden)
        self.w2 = nn.Linear(d_hidden, d_model)
        self.act = lambda h: activation(h)

    def forward(self, x):
        return self.w2(self.act(self.w1(x)))
