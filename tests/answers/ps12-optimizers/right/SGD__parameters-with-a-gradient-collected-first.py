"""Parameters with a gradient collected first."""

class SGD(torch.optim.Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, {"lr": lr})

    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        ready = [(group, p) for group in self.param_groups for p in group["params"] if p.grad is not None]
        with torch.no_grad():
            for group, p in ready:
                p.sub_(group["lr"] * p.grad)
        return loss
