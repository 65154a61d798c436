"""Keeps the base's weight as its own tensor.

True of it: a-base-that-is-not-frozen, a-merge-that-changes-nothing, returns-float32, the-update-added-once-more-when-it-is-merged-already
"""

class LoRALinear(nn.Module):
    def __init__(self, base, rank, alpha):
        super().__init__()
        self.base = base
        self.weight = base.weight.detach().clone()
        self.rank, self.alpha, self.merged = rank, alpha, False
        self.A = nn.Parameter(torch.rand(rank, base.in_features) - 0.5)
        self.B = nn.Parameter(torch.zeros(base.out_features, rank))

    def forward(self, x):
        return F.linear(x, self.weight, self.base.bias) + self.alpha / self.rank * F.linear(F.linear(x, self.A), self.B)

    def merge(self):
        if not self.merged:
            self.weight += (self.alpha / self.rank * self.B @ self.A).detach()
        self.merged = True

    def unmerge(self):
        if self.merged:
            self.weight -= (self.alpha / self.rank * self.B @ self.A).detach()
        self.merged = False
