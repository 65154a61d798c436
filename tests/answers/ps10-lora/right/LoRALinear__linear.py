"""F.linear twice, the update of the weight in a method of its own."""

class LoRALinear(nn.Module):
    def __init__(self, base: nn.Linear, rank: int, alpha: float):
        super().__init__()
        for parameter in base.parameters():
            parameter.requires_grad = False
        self.base, self.rank, self.alpha = base, rank, alpha
        like = {"dtype": base.weight.dtype, "device": base.weight.device}
        self.A, self.B = nn.Parameter(torch.empty(rank, base.in_features, **like)), nn.Parameter(torch.zeros(base.out_features, rank, **like))
        nn.init.normal_(self.A, std=1 / math.sqrt(base.in_features))
        self.merged = False

    def delta(self):
        return self.B @ self.A * (self.alpha / self.rank)

    def forward(self, x):
        if self.merged:
            return F.linear(x, self.base.weight, self.base.bias)
        update = F.linear(F.linear(x, self.A), self.B)
        return self.base(x) + update * (self.alpha / self.rank)

    def merge(self):
        if self.merged:
            return
        self.base.weight.data += self.delta().detach()
        self.merged = True

    def unmerge(self):
        if not self.merged:
            return
        self.base.weight.data -= self.delta().detach()
        self.merged = False
