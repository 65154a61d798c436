"""One nn.Sequential, with dropout.

True of it: dropout
"""

class FeedForward(nn.Module):
    def __init__(self, d_model, d_hidden, activation=F.gelu):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(d_model, d_hidden), nn.ReLU(), nn.Dropout(0.1), nn.Linear(d_hidden, d_model))

    def forward(self, x):
        return self.net(x)
