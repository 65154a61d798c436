"""Optimizers, each as the one update that makes it different from the one before.

A class here is its formula: `update` moves one parameter, given its gradient, its memory (`state`) and its options (`group`).
The loop over groups and parameters, the same for all, is `FirstOrder.step`. Letters in the formulas:
    p parameter   g gradient   v, m moving averages   t steps this parameter has taken   lr learning rate
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor

Params = Iterable[Any]


class FirstOrder(torch.optim.Optimizer):
    """The loop every optimizer of this file shares: each parameter that has a gradient is updated, the others wait.

    Options are read from the group at every step, so a scheduler's change is honoured. A parameter whose `grad` is None
    neither moves nor counts a step.

    Args:
        params: parameters, or dicts with "params" and the options of that group.
        defaults: the options of a group that names none.

    Raises:
        ValueError: an option lies outside its range.

    Source: DNN 16.12.3, "the update rule"; `torch.optim.Optimizer`.

    >>> p = torch.nn.Parameter(torch.tensor([1.0]))
    >>> isinstance(SGD([p], lr=0.1), FirstOrder)
    True
    """

    def __init__(self, params: Params, defaults: dict[str, Any]) -> None:
        super().__init__(params, defaults)
        for group in self.param_groups:
            check_options(group)

    def update(self, p: Tensor, g: Tensor, state: dict[str, Any], group: dict[str, Any]) -> None:
        """Move `p` in place, given its gradient; each subclass is this method.

        >>> FirstOrder([torch.nn.Parameter(torch.zeros(1))], {"lr": 0.1}).update(None, None, {}, {})
        Traceback (most recent call last):
        NotImplementedError: an optimizer says in `update` how one parameter moves
        """
        raise NotImplementedError("an optimizer says in `update` how one parameter moves")

    @torch.no_grad()
    def step(self, closure: Callable[[], Any] | None = None) -> Any:  # type: ignore[override]
        """Update every parameter once; a closure is called first, with gradients on, and its loss is returned.

        >>> p = torch.nn.Parameter(torch.tensor([2.0]))
        >>> optimizer = SGD([p], lr=0.5)
        >>> def closure():
        ...     optimizer.zero_grad()
        ...     loss = (p ** 2).sum()
        ...     loss.backward()
        ...     return loss
        >>> optimizer.step(closure).item(), p.item()        # loss before, parameter after
        (4.0, 0.0)
        """
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    self.update(p, p.grad, self.state[p], group)
        return loss


def check_options(group: dict[str, Any]) -> None:
    """Say which option of a group lies outside its range.

    Args:
        group: options by name; a name that is absent is not checked.

    Raises:
        ValueError: a negative rate, eps or decay; a momentum below 0; an averaging factor outside [0, 1).

    Source: ours.

    >>> check_options({"lr": -1.0})
    Traceback (most recent call last):
    ValueError: lr is -1.0: it must be 0 or more
    """
    for name in ("lr", "eps", "weight_decay", "momentum"):
        if name in group and not group[name] >= 0:
            raise ValueError(f"{name} is {group[name]}: it must be 0 or more")
    factors = {"beta": group.get("beta"), "alpha": group.get("alpha"), **{f"betas[{i}]": b for i, b in enumerate(group.get("betas", ()))}}
    for name, value in factors.items():
        if value is not None and not 0 <= value < 1:
            raise ValueError(f"{name} is {value}: an average that forgets needs 0 <= {name} < 1")


class SGD(FirstOrder):
    """Gradient descent: one step against the gradient, `p <- p - lr g`.

    "Stochastic" is about the gradient it is given (`batches`), not about this rule.

    Args:
        params: parameters, or dicts with "params" and the options of that group.
        lr: learning rate.

    Raises:
        ValueError: lr is negative.

    Source: Robbins and Monro 1951; DNN 16.12.3.

    >>> p = torch.nn.Parameter(torch.tensor([3.0])); p.grad = torch.tensor([2.0])
    >>> SGD([p], lr=0.5).step(); p.item()
    2.0
    """

    def __init__(self, params: Params, lr: float) -> None:
        super().__init__(params, {"lr": lr})

    def update(self, p: Tensor, g: Tensor, state: dict[str, Any], group: dict[str, Any]) -> None:
        """Move one parameter as the class says."""
        p.add_(g, alpha=-group["lr"])


class EMAMomentum(FirstOrder):
    """Momentum as an average of gradients: `v <- beta v + (1 - beta) g`, then `p <- p - lr v`, from v = 0.

    The first step is (1 - beta) of the gradient, ten times too short at 0.9: Adam's bias correction mends that.

    Args:
        params: parameters, or dicts with "params" and the options of that group.
        lr: learning rate.
        beta: how much of the old average stays.

    Raises:
        ValueError: lr is negative or beta outside [0, 1).

    Source: DNN 16.12.8.

    >>> p = torch.nn.Parameter(torch.tensor([1.0])); p.grad = torch.tensor([1.0])
    >>> EMAMomentum([p], lr=1.0, beta=0.75).step(); p.item()
    0.75
    """

    def __init__(self, params: Params, lr: float, beta: float = 0.9) -> None:
        super().__init__(params, {"lr": lr, "beta": beta})

    def update(self, p: Tensor, g: Tensor, state: dict[str, Any], group: dict[str, Any]) -> None:
        """Move one parameter as the class says."""
        if not state:
            state["average"] = torch.zeros_like(p)
        v = state["average"].mul_(group["beta"]).add_(g, alpha=1 - group["beta"])
        p.add_(v, alpha=-group["lr"])


class Momentum(FirstOrder):
    """Momentum as a running sum: `b <- momentum b + g` (`b = g` at first), then `p <- p - lr b`.

    Nesterov looks one step ahead: it moves by `g + momentum b`, with the new b. The rate multiplies the buffer, not what goes
    into it: that matters as soon as the rate changes.

    Args:
        params: parameters, or dicts with "params" and the options of that group.
        lr: learning rate.
        momentum: how much of the old sum stays.
        nesterov: look one step ahead.

    Raises:
        ValueError: lr or momentum is negative, or Nesterov is asked for without momentum.

    Source: Polyak 1964; Sutskever et al. 2013 in the form of `torch.optim.SGD`; DNN 16.12.8.

    >>> p = torch.nn.Parameter(torch.tensor([4.0])); p.grad = torch.tensor([1.0])
    >>> optimizer = Momentum([p], lr=1.0, momentum=0.5)
    >>> optimizer.step(); optimizer.step(); p.item()        # 4 - 1 - (0.5 + 1)
    1.5
    """

    def __init__(self, params: Params, lr: float, momentum: float = 0.9, nesterov: bool = False) -> None:
        if nesterov and not momentum > 0:
            raise ValueError(f"Nesterov looks ahead along the momentum, and momentum is {momentum}: give one above 0")
        super().__init__(params, {"lr": lr, "momentum": momentum, "nesterov": nesterov})

    def update(self, p: Tensor, g: Tensor, state: dict[str, Any], group: dict[str, Any]) -> None:
        """Move one parameter as the class says."""
        if not state:
            state["momentum_buffer"] = g.clone()
        else:
            state["momentum_buffer"].mul_(group["momentum"]).add_(g)
        b = state["momentum_buffer"]
        p.add_(g.add(b, alpha=group["momentum"]) if group["nesterov"] else b, alpha=-group["lr"])


class Adagrad(FirstOrder):
    """A rate for each coordinate, falling with all the gradient it has seen: `s <- s + g^2`, `p <- p - lr g / (sqrt(s) + eps)`.

    The sum only grows, so the rate only falls; the first step is lr whatever the size of the gradient.

    Args:
        params: parameters, or dicts with "params" and the options of that group.
        lr: learning rate.
        eps: keeps the division finite.

    Raises:
        ValueError: lr or eps is negative.

    Source: Duchi, Hazan and Singer 2011; DNN 16.12.9.

    >>> p = torch.nn.Parameter(torch.tensor([1.0, 1.0])); p.grad = torch.tensor([100.0, 0.01])
    >>> Adagrad([p], lr=0.5).step(); p.tolist()
    [0.5, 0.5]
    """

    def __init__(self, params: Params, lr: float, eps: float = 1e-10) -> None:
        super().__init__(params, {"lr": lr, "eps": eps})

    def update(self, p: Tensor, g: Tensor, state: dict[str, Any], group: dict[str, Any]) -> None:
        """Move one parameter as the class says."""
        if not state:
            state["sum"] = torch.zeros_like(p)
        s = state["sum"].addcmul_(g, g)
        p.addcdiv_(g, s.sqrt().add_(group["eps"]), value=-group["lr"])


class RMSProp(FirstOrder):
    """Adagrad that forgets: `v <- alpha v + (1 - alpha) g^2`, then `p <- p - lr g / (sqrt(v) + eps)`.

    Args:
        params: parameters, or dicts with "params" and the options of that group.
        lr: learning rate.
        alpha: how much of the old average stays.
        eps: keeps the division finite; outside the root, as in PyTorch.

    Raises:
        ValueError: lr or eps is negative, or alpha outside [0, 1).

    Source: Hinton 2012, lecture 6e; DNN 16.12.9.

    >>> p = torch.nn.Parameter(torch.tensor([1.0])); p.grad = torch.tensor([8.0])
    >>> RMSProp([p], lr=0.25, alpha=0.75, eps=0.0).step(); p.item()     # 1 - 0.25 * 8 / sqrt(0.25 * 64)
    0.5
    """

    def __init__(self, params: Params, lr: float, alpha: float = 0.99, eps: float = 1e-8) -> None:
        super().__init__(params, {"lr": lr, "alpha": alpha, "eps": eps})

    def update(self, p: Tensor, g: Tensor, state: dict[str, Any], group: dict[str, Any]) -> None:
        """Move one parameter as the class says."""
        if not state:
            state["square_avg"] = torch.zeros_like(p)
        v = state["square_avg"].mul_(group["alpha"]).addcmul_(g, g, value=1 - group["alpha"])
        p.addcdiv_(g, v.sqrt().add_(group["eps"]), value=-group["lr"])


class Adam(FirstOrder):
    """Momentum over RMSProp, both corrected for having started at zero: `p <- p - lr m_hat / (sqrt(v_hat) + eps)`.

    `m` averages the gradient and `v` its square; after t steps they hold (1 - beta^t) of a full average, so they are divided by it.

    Args:
        params: parameters, or dicts with "params" and the options of that group.
        lr: learning rate.
        betas: how much of the old average stays, for m and for v.
        eps: keeps the division finite; outside the root, after the correction.

    Raises:
        ValueError: lr or eps is negative, or a beta outside [0, 1).

    Source: Kingma and Ba 2015, algorithm 1; DNN 16.12.9.

    >>> p = torch.nn.Parameter(torch.tensor([1.0, 1.0])); p.grad = torch.tensor([100.0, 0.01])
    >>> Adam([p], lr=0.5, eps=0.0).step(); [round(x, 6) for x in p.tolist()]      # the first step is lr, whatever g is
    [0.5, 0.5]
    """

    def __init__(self, params: Params, lr: float = 1e-3, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8) -> None:
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps})

    def update(self, p: Tensor, g: Tensor, state: dict[str, Any], group: dict[str, Any]) -> None:
        """Move one parameter as the class says."""
        beta1, beta2 = group["betas"]
        if not state:
            state.update(step=0, exp_avg=torch.zeros_like(p), exp_avg_sq=torch.zeros_like(p))
        t = state["step"] = int(state["step"]) + 1
        m = state["exp_avg"].mul_(beta1).add_(g, alpha=1 - beta1)
        v = state["exp_avg_sq"].mul_(beta2).addcmul_(g, g, value=1 - beta2)
        # m_hat / (sqrt(v_hat) + eps), with the corrections taken out of the tensors: one temporary instead of three.
        root = v.sqrt().div_((1 - beta2**t) ** 0.5).add_(group["eps"])
        p.addcdiv_(m, root, value=-group["lr"] / (1 - beta1**t))


class AdamW(Adam):
    """Adam with decay that does not pass through the averages: `p <- (1 - lr weight_decay) p` first, then Adam's step.

    L2 added to the gradient would be divided by sqrt(v) like the rest of it, and so decay busy weights least.

    Args:
        params: parameters, or dicts with "params" and the options of that group.
        lr: learning rate.
        betas: how much of the old average stays, for m and for v.
        eps: keeps the division finite.
        weight_decay: the share of a weight that lr = 1 would take away in a step.

    Raises:
        ValueError: lr, eps or weight_decay is negative, or a beta outside [0, 1).

    Source: Loshchilov and Hutter 2019, algorithm 2; DNN 16.12.9.

    >>> p = torch.nn.Parameter(torch.tensor([2.0])); p.grad = torch.tensor([0.0])
    >>> AdamW([p], lr=0.5, weight_decay=0.5).step(); p.item()       # no gradient: only the decay, 2 * (1 - 0.25)
    1.5
    """

    def __init__(
        self,
        params: Params,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.01,
    ) -> None:
        super(Adam, self).__init__(params, {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay})

    def update(self, p: Tensor, g: Tensor, state: dict[str, Any], group: dict[str, Any]) -> None:
        """Move one parameter as the class says."""
        p.mul_(1 - group["lr"] * group["weight_decay"])
        super().update(p, g, state, group)


class FusedAdamW(torch.optim.AdamW):
    """`AdamW` in one kernel for each device and dtype: what the models train with.

    The formula above reads and writes every tensor six times; the kernel, once. Memory, state names and results are the same, and
    each loads the other's `state_dict`.

    Args: as `AdamW`.

    Raises:
        ValueError: an option lies outside its range.
        RuntimeError: a parameter is on a device, or of a dtype, that PyTorch has no fused kernel for.

    Source: `torch.optim.AdamW(fused=True)`.

    >>> p = torch.nn.Parameter(torch.tensor([2.0])); p.grad = torch.tensor([0.0])
    >>> FusedAdamW([p], lr=0.5, weight_decay=0.5).step(); p.item()
    1.5
    """

    def __init__(
        self,
        params: Params,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.01,
    ) -> None:
        check_options({"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay})
        super().__init__(params, lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, fused=True)
