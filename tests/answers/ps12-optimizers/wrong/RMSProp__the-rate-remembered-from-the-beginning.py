"""The rate remembered from the beginning."""

class RMSProp(torch.optim.Optimizer):
    def __init__(self, params, lr, alpha=0.99, eps=1e-8):
        super().__init__(params, {"lr": lr, "alpha": alpha, "eps": eps})
        self.lr = lr

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if not state:
                    state["v"] = torch.zeros_like(p)
                state["v"].mul_(group["alpha"]).add_((1 - group["alpha"]) * p.grad**2)
                p.sub_(self.lr * p.grad / (state["v"].sqrt() + group["eps"]))
        return loss
