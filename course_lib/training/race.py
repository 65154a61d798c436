"""Seven optimizers by name, each made from a rate and a beta, and a race of them over a landscape."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor

from course_lib.training.landscapes import Landscape, descend
from course_lib.training.optimizers import SGD, Adagrad, Adam, AdamW, EMAMomentum, Momentum, RMSProp

DECAY = 0.1  # AdamW's weight decay: GPT-3's

# Each takes the parameters, a rate, and beta, the share of the past that is kept; those without memory of gradients do not look at beta.
# Momentum is the lecture's, an average. Nesterov's running sum gets (1 - beta) of the rate, so that equal rates mean equal strides.
RACERS: dict[str, Callable[[Any, float, float], torch.optim.Optimizer]] = {
    "SGD": lambda params, rate, beta: SGD(params, lr=rate),
    "momentum": lambda params, rate, beta: EMAMomentum(params, lr=rate, beta=beta),
    "Nesterov": lambda params, rate, beta: Momentum(params, lr=rate * (1 - beta), momentum=beta, nesterov=beta > 0),
    "Adagrad": lambda params, rate, beta: Adagrad(params, lr=rate),
    "RMSProp": lambda params, rate, beta: RMSProp(params, lr=rate),
    "Adam": lambda params, rate, beta: Adam(params, lr=rate, betas=(beta, 0.999)),
    "AdamW": lambda params, rate, beta: AdamW(params, lr=rate, betas=(beta, 0.999), weight_decay=DECAY),
}


def make_optimizer(name: str, params: Any, rate: float, beta: float = 0.9) -> torch.optim.Optimizer:
    """Make one of the seven optimizers.

    Args:
        name: SGD, momentum, Nesterov, Adagrad, RMSProp, Adam or AdamW.
        params: what it moves.
        rate: its learning rate.
        beta: the share of past gradients that is kept, for momentum, Nesterov, Adam and AdamW.

    Returns:
        The optimizer.

    Raises:
        ValueError: no racer has this name, or an option lies outside its range.

    Source: DNN 16.12.9.

    >>> make_optimizer("Adam", [torch.nn.Parameter(torch.zeros(1))], 0.1, beta=0.5).param_groups[0]["betas"]
    (0.5, 0.999)
    """
    if name not in RACERS:
        raise ValueError(f"no optimizer here is called {name!r}: there are {', '.join(RACERS)}")
    return RACERS[name](params, rate, beta)


def race(
    landscape: Landscape,
    rates: Mapping[str, float],
    steps: int,
    *,
    beta: float = 0.9,
    start: tuple[float, float] | None = None,
    noise: float = 0.0,
    seed: int = 0,
) -> dict[str, Tensor]:
    """Send optimizers over a landscape from one start.

    Args:
        landscape: where.
        rates: optimizer to learning rate; those that are missing stay at home.
        steps: how many.
        beta: the share of past gradients that is kept, the same for all.
        start: where; None takes the landscape's.
        noise: standard deviation of what is added to each gradient; everybody gets the same.
        seed: of the noise.

    Returns:
        Optimizer to path, (steps + 1, 2), in float64.

    Raises:
        ValueError: no racer has this name, or an option lies outside its range.

    Source: DNN 16.12.9.

    >>> from course_lib.training.landscapes import bowl
    >>> paths = race(bowl(), {"SGD": 0.5, "Adagrad": 0.5}, 1, start=(4.0, 0.0))
    >>> {name: round(path[-1, 0].item(), 6) for name, path in paths.items()}
    {'SGD': 2.0, 'Adagrad': 3.5}
    """
    paths = {}
    for name, rate in rates.items():

        def make(params: Any, name: str = name, rate: float = rate) -> torch.optim.Optimizer:
            return make_optimizer(name, params, rate, beta)

        paths[name] = descend(landscape, make, steps, start, noise, torch.Generator().manual_seed(seed))
    return paths
