"""Written out, without dispatch."""

class MoELayer(nn.Module):
    def __init__(self, d_model: int, d_hidden: int, num_experts: int, k: int, capacity_factor: float | None = None):
        super().__init__()
        experts = []
        for _ in range(num_experts):
            experts.append(nn.Sequential(nn.Linear(d_model, d_hidden, bias=False), nn.GELU(), nn.Linear(d_hidden, d_model, bias=False)))
        self.experts = nn.ModuleList(experts)
        self.router = nn.Linear(d_model, num_experts, bias=False)
        self.k, self.capacity_factor = k, capacity_factor

    def forward(self, x):
        tokens, E = x.flatten(0, 1), len(self.experts)
        logits = self.router(tokens)
        weights, indices = top_k_routing(logits, self.k, self.k != 1)
        places = math.inf if self.capacity_factor is None else math.ceil(self.capacity_factor * len(tokens) * self.k / E)
        line, share = indices.T.flatten(), weights.T.flatten()
        token = torch.arange(len(tokens)).repeat(self.k)
        answers = [torch.zeros_like(tokens)]
        for e, expert in enumerate(self.experts):
            at = (line == e).nonzero().flatten()
            at = at if places == math.inf else at[:places]
            if len(at):
                answers.append(torch.zeros_like(tokens).index_add(0, token[at], expert(tokens[token[at]]) * share[at][:, None]))
        return torch.stack(answers).sum(0).view_as(x), load_balancing_loss(logits, indices, E)
