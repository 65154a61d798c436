"""Lerp between old and new."""

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
                state["average"] = torch.lerp(state.get("average", torch.zeros_like(p)), p.grad, 1 - group["beta"])
                p.add_(state["average"], alpha=-group["lr"])
        return loss
