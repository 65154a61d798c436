"""Timing two ways of doing the same thing, fairly, on a machine that is not quiet.

The contestants run in turns, in a shuffled order within each round, and ours runs twice a round: the ratio of ours to itself is the
A/A row, and its spread is the noise of the run. Every ratio is taken within a round, where the machine was in one mood; the row's
ratio is their median.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of the table.

    Attributes:
        what: ours, in words.
        against: the alternative, in words.
        sizes: the sizes it was run at.
        ours: median seconds of one run.
        other: the same of the alternative.
        ratio: ours over other (for `faster=True` rows other over ours), the median over rounds.
        noise: the middle nine tenths of ours over itself, (low, high).
        aim: what the ratio should be at most (at least, for `faster=True` rows).
        faster: whether the aim is a speed-up to reach rather than a cost to stay under.
        note: why the aim is missed, when it is.
        unit: of `ours` and `other`: "s", or what else the table writes behind a number.
    """

    what: str
    against: str
    sizes: str
    ours: float
    other: float
    ratio: float
    noise: tuple[float, float]
    aim: float
    faster: bool = False
    note: str = ""
    unit: str = "s"

    @property
    def met(self) -> bool:
        """Whether the ratio reaches its aim, or misses it by less than the noise of this run."""
        low, high = self.noise
        return self.ratio >= self.aim * low if self.faster else self.ratio <= self.aim * high

    @property
    def missed_by(self) -> float:
        """The factor that is still missing."""
        return self.aim / self.ratio if self.faster else self.ratio / self.aim


def compare(
    what: str,
    against: str,
    ours: Callable[[], object],
    other: Callable[[], object],
    *,
    aim: float,
    sizes: str,
    rounds: int = 21,
    warmup: int = 2,
    faster: bool = False,
    note: str = "",
) -> Row:
    """Run both in turns and give their row.

    Args:
        what: words for the table.
        against: words for the table.
        ours: does the work once.
        other: does the work once, the other way.
        aim: see `Row`.
        sizes: words for the table.
        rounds: how many rounds; each runs ours twice and the other once.
        warmup: runs of each that are not counted.
        faster: see `Row`.
        note: see `Row`.

    Returns:
        The row.

    >>> compare("one sum", "another", lambda: sum(range(999)), lambda: sum(range(999)), aim=1.0, sizes="999 numbers").aim
    1.0
    """
    for _ in range(warmup):
        ours()
        other()
    order, dice = [("ours", ours), ("again", ours), ("other", other)], random.Random(0)
    seconds: dict[str, list[float]] = {name: [] for name, _ in order}
    for _ in range(rounds):
        dice.shuffle(order)
        for name, run in order:
            seconds[name].append(_time(run))
    pairs = zip(seconds["ours"], seconds["other"], strict=True)
    ratios = [b / a if faster else a / b for a, b in pairs]
    same = sorted(a / b for a, b in zip(seconds["ours"], seconds["again"], strict=True))
    cut = len(same) // 20
    return Row(
        what=what,
        against=against,
        sizes=sizes,
        ours=statistics.median(seconds["ours"]),
        other=statistics.median(seconds["other"]),
        ratio=statistics.median(ratios),
        noise=(same[cut], same[-1 - cut]),
        aim=aim,
        faster=faster,
        note=note,
    )


def fitted_exponent(lengths: Sequence[int], seconds: Sequence[float]) -> float:
    """The slope of log seconds against log length: 1 for a cost linear in length, 2 for a quadratic one.

    >>> round(fitted_exponent([1, 2, 4], [3.0, 12.0, 48.0]), 6)
    2.0
    """
    x, y = torch.tensor(lengths, dtype=torch.float64).log(), torch.tensor(seconds, dtype=torch.float64).log()
    return float(((x - x.mean()) * (y - y.mean())).sum() / (x - x.mean()).square().sum())


def _time(run: Callable[[], object]) -> float:
    if torch.cuda.is_available():
        torch.cuda.synchronize()
    start = time.perf_counter()
    run()
    if torch.cuda.is_available():
        torch.cuda.synchronize()
    return time.perf_counter() - start
