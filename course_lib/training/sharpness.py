"""How sharply a loss curves around the weights a network has: the number that limits the learning rate there."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import torch
from torch import Tensor


def largest_curvature(
    loss: Callable[[], Tensor], parameters: Iterable[Tensor], *, iterations: int = 20, generator: torch.Generator | None = None
) -> float:
    """Estimate the largest eigenvalue of the loss's second derivatives, by power iteration, without forming them.

    Each round multiplies a direction by the Hessian, which is the gradient of (gradient . direction). The estimate comes from below,
    and is of the eigenvalue of largest size: where the most negative one is larger, that is what you get.

    Args:
        loss: loss() -> a scalar that depends on the parameters.
        parameters: what is differentiated.
        iterations: rounds; each costs about two backward passes.
        generator: where the first direction comes from; None means PyTorch's default generator.

    Returns:
        The eigenvalue.

    Raises:
        ValueError: there is nothing to differentiate, or no round.

    Source: Pearlmutter 1994 (the product); Golub and Van Loan 2013, section 8.2 (power iteration).

    >>> w = torch.tensor([1.0, 1.0], requires_grad=True)
    >>> round(largest_curvature(lambda: (w[0] ** 2 + 50 * w[1] ** 2) / 2, [w]), 3)
    50.0
    """
    chosen = [p for p in parameters if p.requires_grad]
    if not chosen or iterations < 1:
        raise ValueError(f"got {len(chosen)} trainable parameters and {iterations} iterations: both must be at least 1")
    gradients = torch.autograd.grad(loss(), chosen, create_graph=True)
    direction = [torch.randn(p.shape, generator=generator, dtype=p.dtype).to(p.device) for p in chosen]
    value = torch.zeros(())
    for _ in range(iterations):
        length = torch.stack([d.square().sum() for d in direction]).sum().sqrt()
        direction = [d / length for d in direction]
        along = torch.stack([(g * d).sum() for g, d in zip(gradients, direction, strict=True)]).sum()
        product = torch.autograd.grad(along, chosen, retain_graph=True)
        value = torch.stack([(p * d).sum() for p, d in zip(product, direction, strict=True)]).sum()
        direction = [p.detach() for p in product]
    return float(value)
