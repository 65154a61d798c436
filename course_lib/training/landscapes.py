"""Losses of two parameters, which can be drawn: bowls, valleys, saddles, plateaus and dips, and the paths optimizers take over them.

A landscape maps points (..., 2) to heights (...). The optimizers are the real ones of `optimizers`, given two numbers to train.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import torch
from torch import Tensor

Make = Callable[[Iterable[torch.nn.Parameter]], torch.optim.Optimizer]


@dataclass(frozen=True, kw_only=True)
class Landscape:
    """A loss of two parameters.

    Args:
        name: what it shows.
        height: points (..., 2) -> losses (...), differentiable.
        start: where paths begin.
        low: the lowest point, or None when there is none.
        extent: (left, right, bottom, top) of the part worth drawing.

    Source: DNN 16.12.2.

    >>> bowl(1.0).height(torch.tensor([3.0, 0.0])).item()
    4.5
    """

    name: str
    height: Callable[[Tensor], Tensor]
    start: tuple[float, float]
    low: tuple[float, float] | None
    extent: tuple[float, float, float, float]

    def grid(self, n: int = 101) -> tuple[Tensor, Tensor, Tensor]:
        """Sample the heights for a contour plot.

        Args:
            n: points along each side.

        Returns:
            x (n,), y (n,), and heights (n, n), rows following y.

        Source: DNN 16.12.5.

        >>> x, y, heights = bowl(1.0).grid(5)
        >>> heights[2].tolist()             # along y = 0
        [4.5, 1.125, 0.0, 1.125, 4.5]
        """
        left, right, bottom, top = self.extent
        x, y = torch.linspace(left, right, n), torch.linspace(bottom, top, n)
        points = torch.stack(torch.meshgrid(x, y, indexing="xy"), -1)
        return x, y, self.height(points)

    def gradient(self, point: Tensor) -> Tensor:
        """Give the slope at a point: (2,) -> (2,).

        >>> bowl(4.0).gradient(torch.tensor([1.0, 1.0])).tolist()
        [1.0, 4.0]
        """
        return torch.autograd.functional.jacobian(self.height, point)

    def curvature(self, point: Tensor) -> Tensor:
        """Give the second derivatives at a point: (2,) -> (2, 2).

        >>> bowl(4.0).curvature(torch.tensor([1.0, 1.0])).tolist()
        [[1.0, 0.0], [0.0, 4.0]]
        """
        return torch.autograd.functional.hessian(self.height, point)


def bowl(ratio: float = 1.0) -> Landscape:
    """A quadratic bowl, `(x^2 + ratio y^2) / 2`: round for 1, a narrow valley for more.

    Args:
        ratio: how many times steeper y is than x.

    Returns:
        The landscape.

    Source: DNN 16.12.2, "narrow valley".

    >>> largest_rate(bowl(25.0), torch.zeros(2))
    0.08
    """
    return Landscape(
        name="bowl" if ratio == 1 else "narrow valley",
        height=lambda p: (p[..., 0] ** 2 + ratio * p[..., 1] ** 2) / 2,
        start=(2.5, 1.0),
        low=(0.0, 0.0),
        extent=(-3.0, 3.0, -3.0, 3.0) if ratio == 1 else (-3.0, 3.0, -1.5, 1.5),
    )


def saddle() -> Landscape:
    """A saddle with two valleys behind it, `x^2 / 2 - y^2 / 2 + y^4 / 4`: at (0, 0) the slope is zero, and it is no minimum.

    A path that starts exactly on the axis y = 0 ends there; the smallest step to the side and it escapes, to y = 1 or y = -1.

    Returns:
        The landscape.

    Source: DNN 16.12.2.

    >>> saddle().curvature(torch.zeros(2)).diagonal().tolist()
    [1.0, -1.0]
    """
    return Landscape(
        name="saddle",
        height=lambda p: p[..., 0] ** 2 / 2 - p[..., 1] ** 2 / 2 + p[..., 1] ** 4 / 4,
        start=(1.5, 1e-6),
        low=(0.0, 1.0),
        extent=(-2.0, 2.0, -1.6, 1.6),
    )


def plateau() -> Landscape:
    """A hole in a plain, `1 - exp(-(x^2 + y^2) / 2)`: far from it the loss is high and the slope almost nothing.

    Returns:
        The landscape.

    Source: DNN 16.12.2.

    >>> round(plateau().gradient(torch.tensor([4.0, 0.0]))[0].item(), 5)        # 4 e^-8
    0.00134
    """
    return Landscape(
        name="plateau",
        height=lambda p: 1 - torch.exp(-(p**2).sum(-1) / 2),
        start=(3.0, 0.5),
        low=(0.0, 0.0),
        extent=(-4.0, 4.0, -3.0, 3.0),
    )


def dip(width: float = 0.4, depth: float = 0.8) -> Landscape:
    """A long slope down to (0, 0) with a dip in the way, at x = 3: a local minimum.

    The height is `(x^2 + y^2) / 8` less a bell of the given depth and width. Momentum coasts through a narrow dip and not through a
    wide one: past its lowest point the gradient pushes back.

    Args:
        width: standard deviation of the bell.
        depth: how deep it is.

    Returns:
        The landscape.

    Source: DNN 16.12.8.

    >>> bottom = descend(dip(), lambda p: torch.optim.SGD(p, lr=0.02), 500)[-1]
    >>> bool(bottom[0] > 2.5)                       # plain descent stays in the dip
    True
    """

    def height(p: Tensor) -> Tensor:
        bell = torch.exp(-((p[..., 0] - 3) ** 2 + p[..., 1] ** 2) / (2 * width**2))
        return (p**2).sum(-1) / 8 - depth * bell

    return Landscape(name="local minimum", height=height, start=(4.2, 0.0), low=(0.0, 0.0), extent=(-2.0, 6.0, -2.5, 2.5))


def ravine() -> Landscape:
    """Rosenbrock's bent valley, `(1 - x)^2 + 10 (y - x^2)^2`: easy to enter, slow to follow.

    Returns:
        The landscape.

    Source: Rosenbrock 1960, with 10 in the place of 100.

    >>> ravine().height(torch.tensor([1.0, 1.0])).item()
    0.0
    """
    return Landscape(
        name="bent valley",
        height=lambda p: (1 - p[..., 0]) ** 2 + 10 * (p[..., 1] - p[..., 0] ** 2) ** 2,
        start=(-1.2, 1.0),
        low=(1.0, 1.0),
        extent=(-2.0, 2.0, -1.0, 3.0),
    )


def four_valleys(tilt: float = 1.0) -> Landscape:
    """Himmelblau's four valleys, tilted so that one is the lowest.

    The height is `((x^2 + y - 11)^2 + (x + y^2 - 7)^2 + tilt ((x - 3)^2 + (y - 2)^2)) / 100`.

    Args:
        tilt: how much higher the other three lie; 0 makes all four equal, and none the lowest.

    Returns:
        The landscape.

    Source: Himmelblau 1972, with a tilt as in Mishra 2006.

    >>> four_valleys().height(torch.tensor([[3.0, 2.0], [0.0, 0.0]])).tolist()      # the lowest point, and the hill between the valleys
    [0.0, 1.8300000429153442]
    """

    def height(p: Tensor) -> Tensor:
        x, y = p[..., 0], p[..., 1]
        return ((x**2 + y - 11) ** 2 + (x + y**2 - 7) ** 2 + tilt * ((x - 3) ** 2 + (y - 2) ** 2)) / 100

    return Landscape(
        name="four valleys", height=height, start=(-0.5, -0.5), low=(3.0, 2.0) if tilt else None, extent=(-5.0, 5.0, -5.0, 5.0)
    )


def scaled(landscape: Landscape, factor: float) -> Landscape:
    """The same landscape with every height multiplied: every gradient too, and the lowest point stays.

    Args:
        landscape: where.
        factor: above 0; 1e-6 gives gradients that all but vanish.

    Returns:
        The landscape.

    Raises:
        ValueError: the factor is not above 0.

    Source: DNN 16.12.9, "ignoring the scale of gradients".

    >>> scaled(bowl(), 10.0).gradient(torch.tensor([3.0, 0.0])).tolist()
    [30.0, 0.0]
    """
    if not factor > 0:
        raise ValueError(f"factor is {factor}: a landscape turned over or flattened has other lowest points, so give one above 0")
    return replace(landscape, height=lambda p: factor * landscape.height(p))


def rotated(landscape: Landscape, degrees: float) -> Landscape:
    """The same landscape turned about (0, 0), its lowest point and start turned with it; the part drawn becomes a square.

    Args:
        landscape: where.
        degrees: anticlockwise.

    Returns:
        The landscape.

    Source: ours.

    >>> turned = rotated(bowl(4.0), 90)
    >>> [round(z, 4) for z in turned.height(torch.tensor([[1.0, 0.0], [0.0, 1.0]])).tolist()]       # the steep axis is now x
    [2.0, 0.5]
    """
    angle = math.radians(degrees)
    cos, sin = math.cos(angle), math.sin(angle)

    def turn(point: tuple[float, float]) -> tuple[float, float]:
        return cos * point[0] - sin * point[1], sin * point[0] + cos * point[1]

    def height(p: Tensor) -> Tensor:
        x, y = p[..., 0], p[..., 1]
        return landscape.height(torch.stack([cos * x + sin * y, cos * y - sin * x], -1))

    low = None if landscape.low is None else turn(landscape.low)
    side = max(map(abs, landscape.extent))
    return replace(landscape, height=height, start=turn(landscape.start), low=low, extent=(-side, side, -side, side))


def descend(
    landscape: Landscape,
    make: Make,
    steps: int,
    start: tuple[float, float] | Tensor | None = None,
    noise: float = 0.0,
    generator: torch.Generator | None = None,
) -> Tensor:
    """Follow an optimizer over a landscape.

    Args:
        landscape: where.
        make: make(params) -> an optimizer.
        steps: how many.
        start: the first point, or many, (..., 2), each followed as if it were alone; None takes the landscape's.
        noise: standard deviation of what is added to each gradient, as a mini-batch would.
        generator: where the noise comes from; None means PyTorch's default generator.

    Returns:
        The path, (steps + 1, 2) or (steps + 1, ..., 2), in float64, without gradient.

    Raises:
        ValueError: steps is negative.

    Source: DNN 16.12.3.

    >>> from course_lib.training.optimizers import SGD
    >>> descend(bowl(), lambda p: SGD(p, lr=0.5), 2, start=(4.0, 0.0))[:, 0].tolist()
    [4.0, 2.0, 1.0]
    """
    if steps < 0:
        raise ValueError(f"steps is {steps}: it must be 0 or more")
    first = torch.as_tensor(landscape.start if start is None else start, dtype=torch.float64)
    point = torch.nn.Parameter(first.clone())
    optimizer, path = make([point]), [point.detach().clone()]
    for _ in range(steps):
        optimizer.zero_grad()
        with torch.enable_grad():
            landscape.height(point).sum().backward()
        if noise and point.grad is not None:
            point.grad += noise * torch.randn(first.shape, generator=generator, dtype=torch.float64)
        optimizer.step()
        path.append(point.detach().clone())
    return torch.stack(path)


def largest_rate(landscape: Landscape, point: Tensor) -> float:
    """Give the rate above which gradient descent moves away from a minimum: 2 / lambda_max.

    Args:
        landscape: where.
        point: a minimum, (2,).

    Returns:
        The rate.

    Raises:
        ValueError: the point is no minimum: some direction does not curve upwards.

    Source: Nesterov 2004, section 1.2.3; DNN 16.12.7.

    >>> largest_rate(bowl(10.0), torch.zeros(2))
    0.2
    """
    bends = torch.linalg.eigvalsh(landscape.curvature(point.double()))
    if bends[0] <= 0:
        raise ValueError(
            f"the curvatures at {tuple(point.tolist())} are {[round(b, 4) for b in bends.tolist()]}: a minimum has none below 0"
        )
    return 2 / bends[-1].item()
