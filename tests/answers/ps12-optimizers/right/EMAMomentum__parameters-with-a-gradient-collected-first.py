"""Parameters with a gradient collected first."""

class EMAMomentum(torch.optim.Optimizer):
    def __init__(self, params, lr, beta=0.9):
        super().__init__(params, {"lr": lr, "beta": beta})

    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        ready = [(group, p) for group in self.param_groups for p in group["params"] if p.grad is not None]
        with torch.no_grad():
            for group, p in ready:
                state = self.state[p]
                if not state:
                    state["v"] = torch.zeros_like(p)
                state["v"].mul_(group["beta"]).add_((1 - group["beta"]) * p.grad)
                p.sub_(group["lr"] * state["v"])
        return loss
