"""A straight line through a cloud of examples: the one loss whose minimum, curvature and noise are all known, to check optimizers on.

Letters: N examples, D weights, B examples in a batch, R replicas of a run.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from course_lib.training.landscapes import Landscape


@dataclass(frozen=True, kw_only=True)
class Regression:
    """Examples for `y = x w`, and the loss `J(w) = mean((x w - y)^2) / 2`.

    Args:
        x: inputs, (N, D).
        y: what they should give, (N,).

    Source: DNN 16.12.4.

    >>> Regression(x=torch.tensor([[1.0], [2.0]]), y=torch.tensor([2.0, 4.0])).best.tolist()
    [2.0]
    """

    x: Tensor
    y: Tensor

    @property
    def best(self) -> Tensor:
        """The weights of the lowest loss, (D,), by solving for them."""
        return torch.linalg.solve(self.curvature, self.x.mT @ self.y / len(self.y))

    @property
    def curvature(self) -> Tensor:
        """The second derivatives of the loss, (D, D), the same everywhere."""
        return self.x.mT @ self.x / len(self.y)

    def loss(self, w: Tensor) -> Tensor:
        """The loss at weights (..., D), (...): written around the lowest point, so that a million weights cost no more data.

        >>> task = make_regression(100, 2, seed=0)
        >>> w = torch.tensor([0.5, -1.0], dtype=torch.float64)
        >>> torch.allclose(task.loss(w), ((task.x @ w - task.y) ** 2).mean() / 2)
        True
        """
        away = w - self.best
        lowest = (self.x @ self.best - self.y).square().mean() / 2
        return lowest + (away @ self.curvature * away).sum(-1) / 2

    def landscape(self, start: tuple[float, float]) -> Landscape:
        """The loss of two weights, to be drawn, with what optimizers start from.

        >>> make_regression(100, 2, seed=0).landscape((0.0, 0.0)).name
        'regression'
        """
        low = tuple(self.best.tolist())
        if len(low) != 2:
            raise ValueError(f"a loss of 2 weights can be drawn; this one has {len(low)}")
        return Landscape(
            name="regression",
            height=lambda p: self.loss(p.to(self.x.dtype)),
            start=start,
            low=low,
            extent=(low[0] - 3, low[0] + 3, low[1] - 3, low[1] + 3),
        )


def make_regression(n: int, features: int, seed: int, noise: float = 1.0) -> Regression:
    """Draw examples: inputs of deviation 1 down to 1/2, true weights 1, -1, 1, ..., and noise on y.

    Args:
        n: how many examples.
        features: D.
        seed: of the draw.
        noise: standard deviation of the noise.

    Returns:
        The task, in float64.

    Source: ours.

    >>> [round(w, 1) for w in make_regression(10_000, 2, seed=0).best.tolist()]
    [1.0, -1.0]
    """
    generator = torch.Generator().manual_seed(seed)
    x = torch.randn(n, features, generator=generator, dtype=torch.float64) * torch.linspace(1, 0.5, features, dtype=torch.float64)
    true = torch.ones(features, dtype=torch.float64)
    true[1::2] = -1
    return Regression(x=x, y=x @ true + noise * torch.randn(n, generator=generator, dtype=torch.float64))


def noisy_descent(
    task: Regression, *, batch_size: int, rate: float, steps: int, replicas: int, start: Tensor, generator: torch.Generator
) -> Tensor:
    """Gradient descent on random batches, many times side by side.

    Args:
        task: the examples.
        batch_size: B, drawn anew for each step and replica, with replacement; 0 takes all examples.
        rate: the learning rate.
        steps: how many.
        replicas: R, how many runs.
        start: (D,).
        generator: where the batches come from.

    Returns:
        The weights after each step, the start before them, (steps + 1, R, D).

    Raises:
        ValueError: batch_size is negative.

    Source: DNN 16.12.4.

    >>> task = make_regression(100, 2, seed=0)
    >>> path = noisy_descent(task, batch_size=0, rate=0.5, steps=200, replicas=1, start=torch.zeros(2), generator=torch.Generator())
    >>> torch.allclose(path[-1, 0], task.best)
    True
    """
    if batch_size < 0:
        raise ValueError(f"batch_size is {batch_size}: give 1 or more, or 0 for all examples")
    w = start.to(task.x.dtype).expand(replicas, -1)
    path = [w]
    for _ in range(steps):
        if batch_size:
            rows = torch.randint(len(task.y), (replicas, batch_size), generator=generator)
            x, y = task.x[rows], task.y[rows]
            errors = torch.einsum("rbd,rd->rb", x, w) - y
            gradient = torch.einsum("rb,rbd->rd", errors, x) / batch_size
        else:
            gradient = (w - task.best) @ task.curvature
        w = w - rate * gradient
        path.append(w)
    return torch.stack(path)
