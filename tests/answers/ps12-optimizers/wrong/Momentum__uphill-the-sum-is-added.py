"""Uphill: the sum is added."""

class Momentum(torch.optim.Optimizer):
    def __init__(self, params, lr, momentum=0.9, nesterov=False):
        super().__init__(params, {"lr": lr, "momentum": momentum, "nesterov": nesterov})

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
                if "b" not in state:
                    state["b"] = p.grad.clone()
                else:
                    state["b"].mul_(group["momentum"]).add_(p.grad)
                d = p.grad + group["momentum"] * state["b"] if group["nesterov"] else state["b"]
                p.add_(group["lr"] * d)
        return loss
