"""What is left sums to 1 again."""

class MoELayer(nn.Module):
    def __init__(self, d_model, d_hidden, num_experts, k, capacity_factor=None):
        super().__init__()
        self.E, self.k, self.factor = num_experts, k, capacity_factor
        self.router = nn.Linear(d_model, num_experts, bias=False)
        self.experts = nn.ModuleList([self.expert(d_model, d_hidden) for _ in range(num_experts)])

    def expert(self, d_model, d_hidden):
        return nn.Sequential(nn.Linear(d_model, d_hidden, bias=False), nn.GELU(), nn.Linear(d_hidden, d_model, bias=False))

    def forward(self, x):
        B, L, D = x.shape
        tokens = x.reshape(B * L, D)
        logits = self.router(tokens)
        weights, indices = top_k_routing(logits, self.k, renormalize=self.k > 1)
        if self.factor is None:
            keep = torch.ones_like(indices).bool()
        else:
            capacity = math.ceil(self.factor * B * L * self.k / self.E)
            keep = capacity_mask(indices, self.E, capacity)
        weights = weights * keep
        if self.k > 1:
            weights = weights / weights.sum(-1, keepdim=True).clamp(min=1e-9)
        y = torch.zeros_like(tokens)
        for e, rows in enumerate(dispatch(indices, keep, self.E)):
            if rows.numel() == 0:
                continue
            share = (weights * (indices == e)).sum(-1, keepdim=True)[rows]
            y = y.index_add(0, rows, share * self.experts[e](tokens[rows]))
        aux = load_balancing_loss(logits, indices, self.E)
        return y.reshape(B, L, D), aux
