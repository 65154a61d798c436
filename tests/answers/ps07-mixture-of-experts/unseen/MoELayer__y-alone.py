"""No auxiliary loss.

True of it: y-alone-without-the-auxiliary-loss, experts-that-are-called-without-tokens
"""

class MoELayer(nn.Module):
    def __init__(self, d_model, d_hidden, num_experts, k, capacity_factor=None):
        super().__init__()
        self.router = nn.Linear(d_model, num_experts, bias=False)
        self.experts = nn.ModuleList(nn.Sequential(nn.Linear(d_model, d_hidden, bias=False), nn.GELU(), nn.Linear(d_hidden, d_model, bias=False)) for _ in range(num_experts))
        self.k = k

    def forward(self, x):
        w, i = top_k_routing(self.router(x.flatten(0, 1)), self.k)
        full = torch.zeros(len(w), len(self.experts)).scatter(1, i, w).view(*x.shape[:-1], -1)
        return sum(full[..., e : e + 1] * expert(x) for e, expert in enumerate(self.experts))
