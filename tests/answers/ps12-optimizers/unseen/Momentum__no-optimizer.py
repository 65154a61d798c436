"""A class of its own, without torch.optim.Optimizer.

True of it: a-step-that-takes-no-closure, nesterov-not-used, a-gradient-of-none-that-is-not-thought-of
"""

class Momentum:
    def __init__(self, params, lr, momentum=0.9, nesterov=False):
        self.params, self.lr, self.momentum, self.buffers = list(params), lr, momentum, {}

    def step(self):
        for p in self.params:
            b = self.buffers.get(p)
            self.buffers[p] = p.grad.clone() if b is None else self.momentum * b + p.grad
            p.data -= self.lr * self.buffers[p]
