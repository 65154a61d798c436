"""All experts on all tokens, the others times 0.

True of it: a-capacity-that-is-not-used, experts-that-are-called-without-tokens, a-weight-that-is-divided-by-itself-and-so-is-1, weights-of-the-experts-that-are-cut-off-from-the-graph
"""

class MoELayer(nn.Module):
    def __init__(self, d_model, d_hidden, num_experts, k, capacity_factor=None):
        super().__init__()
        self.router = nn.Linear(d_model, num_experts, bias=False)
        self.experts = nn.ModuleList(nn.Sequential(nn.Linear(d_model, d_hidden, bias=False), nn.GELU(), nn.Linear(d_hidden, d_model, bias=False)) for _ in range(num_experts))
        self.k = k

    def forward(self, x):
        logits = self.router(x.flatten(0, 1))
        w, i = top_k_routing(logits, self.k)
        full = torch.zeros(len(w), len(self.experts), dtype=w.dtype).scatter(1, i, w).view(*x.shape[:-1], -1)
        return sum(full[..., e : e + 1] * expert(x) for e, expert in enumerate(self.experts)), load_balancing_loss(logits, i, len(self.experts))
