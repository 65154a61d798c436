"""The table of `make bench`: on the screen while it runs, and in RESULTS.md after every row, so that an interrupted run loses nothing.

Rows are kept in `_build/benchmarks/` and replace those of earlier runs one by one; RESULTS.md has one section for each kind of machine,
and a run rewrites its own section only: what was measured on a GPU stays when a CPU is measured again.
"""

from __future__ import annotations

import datetime
import importlib.metadata
import json
import os
import platform
from dataclasses import asdict
from pathlib import Path

import torch

from tests.benchmarks.measure import Row

RESULTS = Path(__file__).with_name("RESULTS.md")
STORE = Path(__file__).resolve().parents[2] / "_build" / "benchmarks"
COLUMNS = ("what", "against", "sizes", "ours", "theirs", "ratio", "aim", "noise (ours against itself)", "")
HEAD = "| " + " | ".join(COLUMNS) + " |\n" + "|---" * len(COLUMNS) + "|"
INTRODUCTION = (
    "# Measured speed\n\n"
    "Made by `make bench` and, where there is a GPU, `python -m tests.benchmarks.gpu`. Times are medians of one run of each. The "
    "contestants run in turns, in a shuffled order; a ratio is taken within a round, and the median of all rounds is shown. Ours runs "
    'twice a round: "ours against itself" is the A/A row, the middle nine tenths of that ratio, and it is the noise of the run. A row is '
    "met when its ratio reaches the aim, and within the noise when it misses the aim by less than that. A row that misses its aim, by "
    "more than the noise or by less, says why below the table. Grading is measured by `make bench-grading`, in GRADING.md; the hidden "
    "tests against the bank of answers by `python -m tests.answers`, in tests/answers/RESULTS.md. Each card "
    "has a section of its own; where there is none, none was to be had, and what `tests/benchmarks/gpu.py` is to reach (GPT-2 small "
    "trained at 300,000 tokens a second, compiled, on one H200, among it) has not been measured.\n"
)


def line(row: Row) -> str:
    """One row as Markdown.

    >>> line(Row(what="a", against="b", sizes="1", ours=1.0, other=2.0, ratio=0.5, noise=(0.9, 1.1), aim=1.05))
    '| a | b | 1 | 1000 ms | 2000 ms | 0.50 | at most 1.05 | 0.90 to 1.10 | met |'
    """
    aim = f"{'at least' if row.faster else 'at most'} {row.aim:g}"
    reached = row.missed_by <= 1
    verdict = "met" if reached else "within the noise" if row.met else f"missed by {row.missed_by:.2f} times"
    return (
        f"| {row.what} | {row.against} | {row.sizes} | {_amount(row.ours, row.unit)} | {_amount(row.other, row.unit)} "
        f"| {row.ratio:.2f} | {aim} "
        f"| {row.noise[0]:.2f} to {row.noise[1]:.2f} | {verdict} |"
    )


def keep(row: Row, section: str = "CPU") -> None:
    """Store a row in the place of its predecessor, and write RESULTS.md anew."""
    STORE.mkdir(parents=True, exist_ok=True)
    path = STORE / f"{section.lower()}.json"
    stored = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"rows": {}}
    stored["machine"] = machine()
    stored["rows"][f"{row.what} / {row.against} / {row.sizes}"] = asdict(row) | {"date": datetime.date.today().isoformat()}
    _replace(path, json.dumps(stored, indent=1))
    before = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    _replace(RESULTS, page(before, section, section_text(section, stored)))


def forget(section: str, kept: set[str]) -> None:
    """Drop rows of earlier runs that the run just finished no longer measures."""
    path = STORE / f"{section.lower()}.json"
    stored = json.loads(path.read_text(encoding="utf-8"))
    stored["rows"] = {name: row for name, row in stored["rows"].items() if name in kept}
    _replace(path, json.dumps(stored, indent=1))
    _replace(RESULTS, page(RESULTS.read_text(encoding="utf-8"), section, section_text(section, stored)))


def section_text(section: str, stored: dict) -> str:
    """The section of one kind of machine: where, when, the table, and why what is missed is missed."""
    rows = [(Row(**{k: v for k, v in saved.items() if k != "date"}), saved["date"]) for saved in stored["rows"].values()]
    newest = max(date for _, date in rows)
    lines = [line(row) + (f" {date} |" if date != newest else "") for row, date in rows]
    reasons = [f"- {row.what}, against {row.against}: {row.note}" for row, _ in rows if row.note and row.missed_by > 1]
    why = "\nShort of the aim, and why:\n\n" + "\n".join(reasons) + "\n" if reasons else ""
    return f"## {section}\n\n{stored['machine']} Date: {newest}.\n\n" + "\n".join([HEAD, *lines]) + "\n" + why


def page(before: str, section: str, text: str) -> str:
    """RESULTS.md with one section replaced, or added.

    >>> old = page("", "CPU", "## CPU" + chr(10) + "slow" + chr(10))
    >>> page(page(old, "GPU", "## GPU" + chr(10) + "fast" + chr(10)), "CPU", "## CPU" + chr(10) + "less slow" + chr(10)).split("## ")[1:]
    ['CPU\\nless slow\\n\\n', 'GPU\\nfast\\n']
    """
    others = [part for part in before.split("\n## ")[1:] if part.splitlines()[0].strip() != section]
    parts = {part.splitlines()[0].strip(): "## " + part.strip() + "\n" for part in others} | {section: text.strip() + "\n"}
    return "\n".join([INTRODUCTION, *(parts[name] for name in sorted(parts))])


def machine() -> str:
    """Where a run was made, in words: processor, cores, threads, card, versions."""
    card = f", {torch.cuda.get_device_name()}" if torch.cuda.is_available() else ", no GPU"
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("torch", "transformers", "tiktoken", "tokenizers"))
    where = f"{_processor()}, {os.cpu_count()} cores, {torch.get_num_threads()} thread(s){card}"
    return f"Machine: {where}. Python {platform.python_version()}, {versions}."


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(entry.split(":", 1)[1].strip() for entry in lines if entry.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _replace(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)


def _amount(value: float, unit: str) -> str:
    return _time(value) if unit == "s" else f"{value:.0f} {unit}"


def _time(seconds: float) -> str:
    if seconds >= 10:
        return f"{seconds:.3g} s"
    return f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds * 1e3:.0f} ms"
