"""Steps that the state dict does not count."""

class AdamW(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay})
        self.steps = {}

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
                p.mul_(1 - group["lr"] * group["weight_decay"])
                state = self.state[p]
                beta1, beta2 = group["betas"]
                if not state:
                    state["m"], state["v"] = torch.zeros_like(p), torch.zeros_like(p)
                self.steps[p] = self.steps.get(p, 0) + 1
                state["m"].mul_(beta1).add_((1 - beta1) * p.grad)
                state["v"].mul_(beta2).add_((1 - beta2) * p.grad**2)
                m = state["m"] / (1 - beta1 ** self.steps[p])
                v = state["v"] / (1 - beta2 ** self.steps[p])
                p.sub_(group["lr"] * m / (v.sqrt() + group["eps"]))
        return loss
