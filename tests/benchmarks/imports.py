"""Rows on importing: what the library adds to importing torch, each in fresh processes."""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Iterator

from tests.benchmarks.measure import Row

CODE = "import time, torch; a = time.perf_counter(); {}; print(time.perf_counter() - a)"


def seconds(statement: str, runs: int = 5) -> list[float]:
    """How long a statement takes in a process that has imported torch."""
    command = [sys.executable, "-c", CODE.format(statement)]
    return [float(subprocess.run(command, capture_output=True, text=True, check=True).stdout) for _ in range(runs)]


def rows() -> Iterator[Row]:
    """The package alone, and a GPT with everything it stands on."""
    for what, statement in (
        ("import course_lib, after torch", "import course_lib"),
        ("import a GPT and the training loop, after torch", "import course_lib.models.gpt, course_lib.training.loop, course_lib.decoding"),
    ):
        taken = seconds(statement)
        median = statistics.median(taken)
        yield Row(
            what=what,
            against="0.2 s, what may be added to importing torch",
            sizes=f"{len(taken)} processes",
            ours=median,
            other=0.2,
            ratio=median / 0.2,
            noise=(min(taken) / median, max(taken) / median),
            aim=1.0,
        )
