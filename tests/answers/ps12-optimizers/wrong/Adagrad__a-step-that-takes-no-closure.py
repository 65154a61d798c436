"""A step that takes no closure."""

class Adagrad(torch.optim.Optimizer):
    def __init__(self, params, lr, eps=1e-10):
        super().__init__(params, {"lr": lr, "eps": eps})

    @torch.no_grad()
    def step(self):
        loss = None
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if not state:
                    state["s"] = torch.zeros_like(p)
                state["s"].add_(p.grad**2)
                p.sub_(group["lr"] * p.grad / (state["s"].sqrt() + group["eps"]))
        return loss
