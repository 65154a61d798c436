"""The weight is kept when the update is merged in, and put back."""

class LoRALinear(nn.Module):
    def __init__(self, base, rank, alpha):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.rank, self.alpha = rank, alpha
        self.A = nn.Parameter(torch.empty_like(base.weight[:1]).expand(rank, -1).clone())
        self.B = nn.Parameter(torch.zeros_like(base.weight[:, :1]).repeat(1, rank))
        nn.init.kaiming_uniform_(self.A, a=5**0.5)
        self.kept = None

    @property
    def merged(self):
        return self.kept is not None

    def forward(self, x):
        return self.base(x) if self.merged else self.base(x) + (x @ self.A.mT @ self.B.mT).mul(self.alpha / self.rank)

    @torch.no_grad()
    def merge(self):
        if not self.merged:
            self.kept = self.base.weight.detach().clone()
            self.base.weight.copy_(self.kept + self.alpha / self.rank * torch.mm(self.B, self.A))

    @torch.no_grad()
    def unmerge(self):
        if self.merged:
            self.base.weight.copy_(self.kept)
            self.kept = None
