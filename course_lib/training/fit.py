"""The shortest training loop: draw a batch, take a step, keep the loss."""

from __future__ import annotations

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor, nn

Draw = Callable[[int, torch.Generator], tuple[Tensor, Tensor]]


def fit(model: nn.Module, draw: Draw, *, steps: int, batch_size: int, rate: float, seed: int) -> list[float]:
    """Train a model on fresh batches with Adam and cross-entropy over every position.

    Args:
        model: maps inputs (B, L) to scores (B, L, classes); it is trained in place, on the CPU.
        draw: `draw(batch_size, generator)` gives inputs and targets, each (B, L).
        steps: how many batches.
        batch_size: sequences in a batch.
        rate: Adam's learning rate.
        seed: of the generator the batches are drawn with.

    Returns:
        The loss of each step, before that step, in nats.

    Raises:
        ValueError: fewer than one step.

    Source: ours.

    >>> from course_lib.training.sequence_tasks import reversal
    >>> copy = lambda batch, g: (reversal(batch, 4, 3, g)[0],) * 2
    >>> losses = fit(nn.Embedding(3, 3), copy, steps=60, batch_size=8, rate=0.1, seed=0)
    >>> losses[-1] < 0.1 < losses[0]
    True
    """
    if steps < 1:
        raise ValueError(f"steps is {steps}: take at least 1")
    generator = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.Adam(model.parameters(), lr=rate, fused=True)
    losses = []
    for _ in range(steps):
        inputs, targets = draw(batch_size, generator)
        loss = cross_entropy(model, inputs, targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def cross_entropy(model: nn.Module, inputs: Tensor, targets: Tensor) -> Tensor:
    """The average of -log p(target) over all positions, in nats: a scalar that can be differentiated.

    Args:
        model: maps inputs (B, L) to scores (B, L, classes).
        inputs: LongTensor (B, L).
        targets: LongTensor (B, L), the right class at each position.

    Source: ours.

    >>> undecided = nn.Embedding.from_pretrained(torch.zeros(4, 4))
    >>> round(cross_entropy(undecided, torch.tensor([[0, 1]]), torch.tensor([[2, 3]])).item(), 4)
    1.3863
    """
    return F.cross_entropy(model(inputs).flatten(0, 1), targets.flatten())


@torch.no_grad()
def accuracy(model: nn.Module, inputs: Tensor, targets: Tensor) -> float:
    """The share of positions whose best-scored label is the target.

    Args:
        model: maps inputs (B, L) to scores (B, L, classes).
        inputs: LongTensor (B, L).
        targets: LongTensor (B, L), the right class at each position.

    Source: ours.

    >>> accuracy(nn.Embedding.from_pretrained(torch.eye(3)), *[torch.tensor([[0, 1, 2]])] * 2)
    1.0
    """
    return (model(inputs).argmax(-1) == targets).double().mean().item()
