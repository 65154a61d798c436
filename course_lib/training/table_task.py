"""A task that needs attention to be directed: six people at a table, each looking for one of the others."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor

PEOPLE = 6
COLOURS = 4


def table_batch(batch: int, *, notes: int = 1, generator: torch.Generator | None = None) -> tuple[Tensor, Tensor]:
    """Seat people who each wear a badge, hold a coloured ball, and carry notes naming whom they look for.

    The first notes pass round the table in one circle, so nobody looks for themselves and no two look for each other; a second note names
    the person after that one. Whoever you look for is never the one who looks for you: only a directed comparison tells them apart.

    Args:
        batch: B, how many tables.
        notes: how many notes each person carries, 1 or 2.
        generator: where the draws come from; None is PyTorch's default.

    Returns:
        One-hot features (B, PEOPLE, notes * PEOPLE + PEOPLE + COLOURS), in the order notes, badge, ball, float32; and the colours
        asked for, (B, PEOPLE, notes): the ball of the person on each note.

    Raises:
        ValueError: a number of notes other than 1 or 2.

    Source: ours; the simplest task we know that fails with symmetric scores.

    >>> x, colours = table_batch(2, generator=torch.Generator().manual_seed(0))
    >>> x.shape, colours.shape
    (torch.Size([2, 6, 16]), torch.Size([2, 6, 1]))
    """
    if notes not in (1, 2):
        raise ValueError(f"a person carries 1 or 2 notes; got {notes}")
    circle = torch.rand(batch, PEOPLE, generator=generator).argsort(1)
    wanted = [torch.empty_like(circle).scatter_(1, circle, circle.roll(-step, 1)) for step in range(1, notes + 1)]
    badge = torch.arange(PEOPLE).expand(batch, PEOPLE)
    ball = torch.randint(COLOURS, (batch, PEOPLE), generator=generator)
    features = [F.one_hot(person, PEOPLE) for person in (*wanted, badge)] + [F.one_hot(ball, COLOURS)]
    return torch.cat(features, -1).float(), torch.stack([ball.gather(1, person) for person in wanted], -1)
