"""One pass over the examples, in random order, a few at a time."""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Tensor


def batches(n: int, batch_size: int, generator: torch.Generator | None = None) -> Iterator[Tensor]:
    """Shuffle the numbers 0 to n - 1 and hand them out `batch_size` at a time: one epoch.

    With batch_size = n this is batch gradient descent, with 1 the single-example form, in between mini-batches.

    Args:
        n: how many examples there are.
        batch_size: how many go into a batch; the last may be shorter.
        generator: where the order comes from; None means PyTorch's default generator.

    Returns:
        An iterator of LongTensors, on the generator's device (the CPU without one).

    Raises:
        ValueError: n is negative or batch_size less than 1.

    Source: DNN 16.12.4.

    >>> sizes = [len(b) for b in batches(10, 4)]; sizes
    [4, 4, 2]
    >>> sorted(torch.cat(list(batches(5, 2, torch.Generator().manual_seed(0)))).tolist())
    [0, 1, 2, 3, 4]
    """
    if n < 0:
        raise ValueError(f"there are {n} examples: a count is 0 or more")
    if batch_size < 1:
        raise ValueError(f"batch_size is {batch_size}: a batch holds at least one example")
    order = torch.randperm(n, generator=generator, device=generator.device if generator is not None else "cpu")
    return iter(order.split(batch_size) if n else ())
