"""How many directions an update of a matrix uses: its singular values, what the largest r of them keep, and recorded real updates.

The best matrix of rank r to put in place of another keeps its r largest singular values (Eckart and Young 1936).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import torch
from torch import Tensor

from course_lib.text.checks import check_count


@dataclass(frozen=True, kw_only=True)
class Update:
    """What fine-tuning added to one matrix.

    Attributes:
        name: which matrix, and what trained it.
        rows, columns: the matrix's sizes.
        singular: singular values of the update, descending.
        weight_norm: root of the sum of squares of the matrix before.

    Source: ours.

    >>> Update(name="a", rows=2, columns=2, singular=(3.0, 4.0), weight_norm=10.0).relative_size
    0.5
    """

    name: str
    rows: int
    columns: int
    singular: tuple[float, ...]
    weight_norm: float

    @property
    def relative_size(self) -> float:
        """The update's size over the matrix's."""
        return sum(s * s for s in self.singular) ** 0.5 / self.weight_norm


def kept_share(singular: Sequence[float] | Tensor, rank: int) -> float:
    """Say which share of an update's squared norm its best copy of a given rank keeps.

    Args:
        singular: singular values, descending.
        rank: r, from 0.

    Returns:
        Between 0 and 1: the sum of the r largest squares over the sum of all.

    Raises:
        ValueError: the rank is negative, the values do not descend, or all are zero.

    Source: Eckart and Young 1936; DNN 16.9.2.

    >>> kept_share([4.0, 3.0], 1)
    0.64
    """
    check_count("rank", rank, 0)
    squares = torch.as_tensor(singular, dtype=torch.float64).square()
    if (squares[1:] > squares[:-1] + 1e-9 * squares[:1]).any():
        raise ValueError("singular values come largest first, as torch.linalg.svdvals gives them")
    total = squares.sum()
    if not total > 0:
        raise ValueError("the update is zero: there is nothing to keep a share of")
    return float(squares[:rank].sum() / total)


def truncation_error(singular: Sequence[float] | Tensor, rank: int) -> float:
    """Say how far the best copy of a given rank is from the update, as a share of the update's norm.

    Args:
        singular: singular values, descending.
        rank: r, from 0.

    Returns:
        The root of what is not kept, between 0 and 1.

    Raises:
        ValueError: as for `kept_share`.

    Source: Eckart and Young 1936.

    >>> truncation_error([4.0, 3.0], 1)
    0.6
    """
    return max(0.0, 1.0 - kept_share(singular, rank)) ** 0.5


def truncate(update: Tensor, rank: int) -> Tensor:
    """Put the nearest matrix of a given rank in place of an update.

    Args:
        update: (rows, columns).
        rank: r, 1 or more.

    Returns:
        (rows, columns), of rank r at most.

    Raises:
        ValueError: the rank is below 1.

    Source: Eckart and Young 1936.

    >>> truncate(torch.diag(torch.tensor([4.0, 3.0])), 1).abs().round().tolist()
    [[4.0, 0.0], [0.0, 0.0]]
    """
    check_count("rank", rank, 1)
    left, singular, right = torch.linalg.svd(update, full_matrices=False)
    return (left[:, :rank] * singular[:rank]) @ right[:rank]


@lru_cache
def recorded_updates() -> tuple[Update, ...]:
    """Give the updates of a real encoder's matrices that a full fine-tuning made, as `tests/training/test_spectrum.py` records them.

    Returns:
        The updates, and last a matrix of random numbers of the same size, for comparison.

    Source: ours: MiniLM, tuned as DNN 16.9 of this book does it, seed 0.

    >>> [len(update.singular) for update in recorded_updates()]
    [384, 384, 384]
    """
    text = resources.files("course_lib.training").joinpath("recorded_updates.json").read_text(encoding="utf-8")
    return tuple(Update(**{**entry, "singular": tuple(entry["singular"])}) for entry in json.loads(text))
