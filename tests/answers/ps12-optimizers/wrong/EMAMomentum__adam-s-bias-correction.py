"""Adam's bias correction."""

class EMAMomentum(torch.optim.Optimizer):
    def __init__(self, params, lr, beta=0.9):
        super().__init__(params, {"lr": lr, "beta": beta})

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
                    state["v"], state["t"] = torch.zeros_like(p), 0
                state["t"] += 1
                state["v"].mul_(group["beta"]).add_((1 - group["beta"]) * p.grad)
                p.sub_(group["lr"] * state["v"] / (1 - group["beta"] ** state["t"]))
        return loss
