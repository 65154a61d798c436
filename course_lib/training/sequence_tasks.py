"""Small tasks with known answers, made on the spot: turn a sequence round, follow pointers."""

from __future__ import annotations

import torch
from torch import Tensor


def reversal(batch: int, length: int, symbols: int, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Random sequences and the same sequences backwards: position i is asked for symbol length - 1 - i.

    No position can answer from its own symbol, so a model that does not mix positions cannot get below ln(symbols).

    Args:
        batch: how many sequences.
        length: symbols in each.
        symbols: how many different symbols there are.
        generator: where they come from.

    Returns:
        Inputs and targets, LongTensors (batch, length), on the generator's device.

    Source: ours.

    >>> x, y = reversal(1, 4, 10, torch.Generator().manual_seed(0))
    >>> torch.equal(x.flip(1), y)
    True
    """
    x = torch.randint(symbols, (batch, length), generator=generator, device=generator.device)
    return x, x.flip(1)


def pointers(batch: int, length: int, hops: int, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Random permutations to be followed `hops` steps: position i holds p(i) and is asked for p(p(...p(i))).

    Args:
        batch: how many permutations.
        length: positions in each, which are also the symbols.
        hops: how many times p is applied; 1 asks for the input itself.
        generator: where they come from.

    Returns:
        Inputs and targets, LongTensors (batch, length), on the generator's device.

    Raises:
        ValueError: hops is below 1.

    Source: ours.

    >>> x, y = pointers(1, 5, 2, torch.Generator().manual_seed(0))
    >>> torch.equal(y[0], x[0][x[0]])
    True
    """
    if hops < 1:
        raise ValueError(f"hops is {hops}: follow at least 1 pointer")
    x = torch.rand(batch, length, generator=generator, device=generator.device).argsort(dim=1)
    y = x
    for _ in range(hops - 1):
        y = y.gather(1, x)
    return x, y
