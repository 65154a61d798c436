"""The table of `make bench`: on the screen while it runs, and in RESULTS.md when it is done."""

from __future__ import annotations

import datetime
import os
import platform
from pathlib import Path

import torch

from tests.benchmarks.measure import Row

RESULTS = Path(__file__).with_name("RESULTS.md")
HEAD = "| what | against | sizes | ours | theirs | ratio | aim | noise (ours against itself) | |\n|---|---|---|---|---|---|---|---|---|"


def line(row: Row) -> str:
    """One row as Markdown.

    >>> line(Row(what="a", against="b", sizes="1", ours=1.0, other=2.0, ratio=0.5, noise=(0.9, 1.1), aim=1.05))
    '| a | b | 1 | 1000 ms | 2000 ms | 0.50 | at most 1.05 | 0.90 to 1.10 | met |'
    """
    aim = f"{'at least' if row.faster else 'at most'} {row.aim:g}"
    verdict = "met" if row.met else "missed"
    return (
        f"| {row.what} | {row.against} | {row.sizes} | {_time(row.ours)} | {_time(row.other)} | {row.ratio:.2f} | {aim} "
        f"| {row.noise[0]:.2f} to {row.noise[1]:.2f} | {verdict} |"
    )


def page(rows: list[Row], notes: str = "") -> str:
    """The whole of RESULTS.md."""
    where = f"{platform.machine()}, {os.cpu_count()} cores, {torch.get_num_threads()} thread(s)"
    card = f", {torch.cuda.get_device_name()}" if torch.cuda.is_available() else ", no GPU"
    head = (
        "# Measured speed\n\n"
        "Made by `make bench`. Times are medians of one run of each; ratios are taken within a round, ours and the alternative in turns, "
        "and the median is shown. A row is met when its ratio reaches the aim or misses it by less than the noise of the run.\n\n"
        f"Machine: {where}{card}. Python {platform.python_version()}, torch {torch.__version__}. "
        f"Date: {datetime.date.today().isoformat()}.\n\n"
    )
    return head + "\n".join([HEAD, *map(line, rows)]) + "\n" + (f"\n{notes.strip()}\n" if notes else "")


def _time(seconds: float) -> str:
    return f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds * 1e3:.0f} ms"
