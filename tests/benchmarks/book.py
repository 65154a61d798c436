"""Rows on the book: all of it from nothing, a chapter's average, and once more with nothing changed; in a clone of what is committed."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.measure import Row

ROOT = Path(__file__).resolve().parents[2]
SIZES = "the whole book, {} chapters with code, two processes of one thread each"


def rows() -> Iterator[Row]:
    """Cold, by chapter, and warm."""
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "book"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
        cold = build(clone)
        chapters = json.loads((clone / ".cache" / "seconds.json").read_text(encoding="utf-8")).values()
        warm = [build(clone) for _ in range(3)]
    sizes = SIZES.format(len(chapters))
    yield row("course book, cold", 360, [cold], f"{sizes}, one run")
    yield row("a chapter's cells, on average", 20, [statistics.mean(chapters)], f"{sizes}, one run")
    yield row("course book, nothing changed", 20, warm, f"{sizes}, {len(warm)} runs")


def build(clone: Path) -> float:
    """Seconds of `course book` in a folder, start of the command included."""
    since = time.perf_counter()
    command = [sys.executable, "-m", "course_lib.cli", "book"]
    done = subprocess.run(command, cwd=clone, env=os.environ | {"PYTHONPATH": str(clone)}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"course book ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return time.perf_counter() - since


def row(what: str, most: float, taken: list[float], sizes: str) -> Row:
    """A time beside the most it should be."""
    median = statistics.median(taken)
    noise = (min(taken) / median, max(taken) / median)
    return Row(what=what, against=f"{most} s", sizes=sizes, ours=median, other=most, ratio=median / most, noise=noise, aim=1.0)
