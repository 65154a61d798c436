"""A deep copy, so that the caller's layer is safe."""

class LoRALinear(nn.Module):
    def __init__(self, base, rank, alpha):
        super().__init__()
        import copy
        self.base = copy.deepcopy(base)
        self.base.requires_grad_(False)
        self.rank, self.alpha, self.merged = rank, alpha, False
        self.A = nn.Parameter(0.02 * torch.randn(rank, base.in_features, dtype=base.weight.dtype, device=base.weight.device))
        self.B = nn.Parameter(torch.zeros(base.out_features, rank, dtype=base.weight.dtype, device=base.weight.device))

    def forward(self, x):
        y = self.base(x)
        if not self.merged:
            y = y + self.alpha / self.rank * (x @ self.A.T) @ self.B.T
        return y

    @torch.no_grad()
    def merge(self):
        if not self.merged:
            self.base.weight += self.alpha / self.rank * self.B @ self.A
            self.merged = True

    @torch.no_grad()
    def unmerge(self):
        if self.merged:
            self.base.weight -= self.alpha / self.rank * self.B @ self.A
            self.merged = False
