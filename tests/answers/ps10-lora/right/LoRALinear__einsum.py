"""einsum, xavier for A, the scale kept beside rank and alpha."""

class LoRALinear(nn.Module):
    def __init__(self, base, rank, alpha):
        super().__init__()
        self.base = base
        base.weight.requires_grad_(False)
        if base.bias is not None:
            base.bias.requires_grad_(False)
        self.rank = rank
        self.alpha = alpha
        self.scale = alpha / rank
        self.merged = False
        out_features, in_features = base.weight.shape
        A = nn.init.xavier_uniform_(torch.empty(rank, in_features))
        self.A = nn.Parameter(A.to(base.weight))
        self.B = nn.Parameter(torch.zeros(out_features, rank).to(base.weight))

    def forward(self, x):
        if self.merged:
            return self.base(x)
        low = torch.einsum("...i,ri->...r", x, self.A)
        return self.base(x) + self.scale * torch.einsum("...r,or->...o", low, self.B)

    def change(self, sign):
        with torch.no_grad():
            self.base.weight.add_(torch.einsum("or,ri->oi", self.B, self.A), alpha=sign * self.scale)
        self.merged = sign > 0

    def merge(self):
        if not self.merged:
            self.change(1)

    def unmerge(self):
        if self.merged:
            self.change(-1)
