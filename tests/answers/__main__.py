"""Grade the whole answer bank as a class is graded, time every notebook with its answers, and write the tables into RESULTS.md.

python -m tests.answers                     all sets
python -m tests.answers ps10-lora           some sets; the rows of the others stay as they are
python -m tests.answers --timings           the time of each notebook only
"""

from __future__ import annotations

import re
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import nbformat

from course_lib.grading import bank
from course_lib.grading.judge import judge_in_process, judge_notebook, zygote
from course_lib.grading.source import Source

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "tests" / "answers" / "RESULTS.md"
BANK = (
    "set",
    "functions",
    "points",
    "right",
    "wrong",
    "survivors",
    "false failures",
    "marks lost elsewhere",
    "named",
    "misnamed",
    "seconds",
)
TIMES = ("notebook", "seconds", "processor seconds")
INTRO = """# What the answer bank says

Written by `python -m tests.answers`; a row is replaced by a newer run of its set. The bank is graded by the real judge, in a process of
its own for each question (isolation: none). *Survivors* are wrong answers that got full marks, *false failures* right answers that did not,
*marks lost elsewhere* points that a wrong answer cost another function, *named* wrong answers whose mistake the feedback names, *misnamed*
answers given the name of another mistake. Seconds are processor time, the student's processes included.
"""


@contextmanager
def processor() -> Iterator[Callable[[], float]]:
    """Measure the processor time of the body, with that of processes that ended meanwhile."""

    def now() -> float:
        uses = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        return sum(use.ru_utime + use.ru_stime for use in uses)

    before = now()
    yield lambda: now() - before


def source_of(name: str) -> Source:
    """The source notebook of a set."""
    (path,) = (ROOT / "solutions" / name).glob("*.ipynb")
    return Source.read(path)


def graded(name: str) -> list[str]:
    """A set's row of the bank's table."""
    source, answers = source_of(name), bank.read(ROOT / "tests" / "answers" / name)
    with processor() as used:
        outcomes = bank.grade(source, bank.pack(source, answers), judge_notebook)
        zygote().close()
        seconds = used()
    wrong, right = ([o for o in outcomes if o.answer.right is kind] for kind in (False, True))
    named = sum(o.answer.slug in o.named for o in wrong)
    for outcome in outcomes:
        if not outcome.as_it_should or outcome.misnamed:
            click.echo(f"  {name} {outcome.answer.title}: lost {outcome.lost or 'nothing'}, named {outcome.named or 'nothing'}")
    cells: list[Any] = [name, len(source.questions), f"{source.points():g}", len(right), len(wrong)]
    cells += [sum(not o.lost for o in wrong), sum(bool(o.lost) for o in right), lost_elsewhere(source, answers)]
    cells += [f"{named} ({100 * named // len(wrong)}%)", sum(o.misnamed for o in outcomes), round(seconds)]
    return [str(cell) for cell in cells]


def lost_elsewhere(source: Source, answers: list[bank.Answer]) -> int:
    """How many test cells of other functions a wrong answer of each function costs, every other answer being ours."""
    lost = 0
    for name in source.questions:
        worst = next(answer for answer in answers if answer.name == name and not answer.right)
        verdicts = judge_in_process(bank.with_answers(source, {name: worst.code}), source.notebook)
        lost += sum(not v.passed for v in verdicts if v.question != name)
    return lost


def timed(name: str) -> list[str]:
    """A set's row of the table of times: the notebook with its answers, every cell in a fresh kernel."""
    from nbclient import NotebookClient

    source = source_of(name)
    started = time.perf_counter()
    with processor() as used:
        NotebookClient(nbformat.from_dict(source.notebook), timeout=300, kernel_name="python3").execute()
        return [f"{name}/{source.path.name}", f"{time.perf_counter() - started:.0f}", f"{used():.0f}"]


def known(head: tuple[str, ...]) -> dict[str, list[str]]:
    """The rows of a table of RESULTS.md by their first cell."""
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.is_file() else ""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| ps")]
    return {row[0]: row for row in rows if len(row) == len(head)}


def markdown(head: tuple[str, ...], rows: dict[str, list[str]], *, summed: bool) -> str:
    """A table; `summed` adds a last row with the sum of every column of numbers."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for _, row in sorted(rows.items())]
    if summed:
        numbers = [[int(re.match(r"\d+", cell)[0]) for cell in row[1:]] for row in rows.values()]  # type: ignore[index]
        totals = [str(sum(column)) for column in zip(*numbers, strict=True)]
        totals[7] += f" ({100 * int(totals[7]) // int(totals[3])}%)"
        lines.append("| **all** | " + " | ".join(totals) + " |")
    return "\n".join(lines)


def write(banks: dict[str, list[str]], times: dict[str, list[str]]) -> None:
    """Write RESULTS.md."""
    parts = [INTRO]
    if banks:
        parts += [markdown(BANK, banks, summed=True), ""]
    if times:
        parts += [
            "## Notebooks with their answers",
            "",
            "From a fresh kernel to the end of the demonstration.",
            "",
            markdown(TIMES, times, summed=False),
            "",
        ]
    RESULTS.write_text("\n".join(parts), encoding="utf-8")


@click.command()
@click.argument("names", nargs=-1)
@click.option("--timings", is_flag=True, help="Time the notebooks and do not grade the bank.")
def main(names: tuple[str, ...], timings: bool) -> None:
    """Grade the answer bank and time the notebooks of the sets NAMES, of all when none is given."""
    import torch

    torch.set_num_threads(1)
    there = sorted(folder.name for folder in (ROOT / "solutions").glob("ps*"))
    if unknown := set(names) - set(there):
        raise click.ClickException(f"no such set: {', '.join(sorted(unknown))}; there are {', '.join(there)}")
    for name in names or there:
        if not timings:
            row = graded(name)
            write(known(BANK) | {name: row}, known(TIMES))
            click.echo(" | ".join(row))
        row = timed(name)
        write(known(BANK), known(TIMES) | {row[0]: row})
        click.echo(" | ".join(row))


if __name__ == "__main__":
    main()
