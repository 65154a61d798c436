"""Grade the answer bank on this machine before a class is graded: right answers must keep their marks, wrong ones lose some.

A machine that is too slow, a torch that computes otherwise, an isolation that shuts out what an answer needs: each shows here, on answers
whose marks are known, and not in the marks of a class.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from nbformat.notebooknode import NotebookNode

from course_lib.grading import bank
from course_lib.grading.isolation import resolve
from course_lib.grading.judge import judge_notebook, zygote
from course_lib.grading.problem import Problem, not_there
from course_lib.grading.source import Source
from course_lib.grading.verdict import Verdict

BANK = Path("tests") / "answers"
FOUND_WRONG = ("failed", "forbidden call")


@dataclass(frozen=True, kw_only=True)
class Rehearsed:
    """What grading here did to the answers of one set.

    Args:
        set: the set.
        right: how many right answers were graded.
        wrong: how many wrong ones.
        faults: a sentence for each that did not get what it deserves.
        slowest: the answer that took longest, and its seconds.
        seconds: wall time of them all.
    """

    set: str
    right: int
    wrong: int
    faults: tuple[str, ...]
    slowest: tuple[str, float]
    seconds: float


def sets_with_answers(repository: Path, wanted: tuple[str, ...] = ()) -> list[str]:
    """Name the sets to rehearse.

    Raises:
        Problem: no bank in this copy of the course, or a set that is not there.
    """
    place = repository / BANK
    there = sorted(folder.name for folder in place.glob("*") if (folder / "right").is_dir()) if place.is_dir() else []
    there = [name for name in there if (repository / "solutions" / name).is_dir()]
    if not there:
        raise Problem(
            f"there is no answer bank at {place}: without it nothing can be said about grading on this machine. "
            "A clone of the course has it; take one, or grade where one is."
        )
    for name in wanted:
        if name not in there:
            raise not_there("set with an answer bank", name, place, there)
    return list(dict.fromkeys(wanted)) or there


def rehearse(
    repository: Path,
    sets: list[str],
    *,
    isolation: str = "auto",
    everything: bool = False,
    progress: Callable[[str, int, int], None] = lambda set_name, done, total: None,
) -> Iterator[Rehearsed]:
    """Grade the bank of each set as a class is graded.

    Args:
        repository: a clone of the course.
        sets: their names.
        isolation: how student code is shut in; as for `course grade`.
        everything: all answers, instead of a right and a wrong one to each function.
        progress: told the set, and how many answers of how many are graded, all sets together.

    Raises:
        IsolationError: this machine lacks the isolation asked for.
    """
    kind = resolve(isolation)
    plans = []
    for name in sets:
        source = Source.read(next(iter(sorted((repository / "solutions" / name).glob("*.ipynb")))))
        plans.append((source, list(answered(source, bank.read(repository / BANK / name), everything))))
    done, total = 0, sum(len(answers) for _, answers in plans)
    zygote(kind)  # started first, so that no answer's time holds the start
    for source, answers in plans:
        started, found = time.monotonic(), []
        for answer, notebook in answers:
            found.append((answer, judge_notebook(notebook, source.notebook, isolation=kind, questions=[answer.name])))
            done += 1
            progress(source.set, done, total)
        yield report(source.set, found, time.monotonic() - started)


def answered(source: Source, answers: list[bank.Answer], everything: bool) -> Iterator[tuple[bank.Answer, NotebookNode]]:
    """Pair answers with notebooks that hold them among others: every answer, or a right and a wrong one to each function."""
    if not everything:
        first = {(answer.name, answer.right): answer for answer in reversed(answers)}
        answers = [first[key] for key in sorted(first)]
    given = set()
    for packed in bank.pack(source, answers):
        for answer in packed.answers.values():
            if answer.title not in given:
                given.add(answer.title)
                yield answer, packed.notebook


def report(set_name: str, graded: list[tuple[bank.Answer, list[Verdict]]], seconds: float) -> Rehearsed:
    """Put what happened to the answers of a set into words."""
    times = {answer.title: sum(verdict.seconds for verdict in verdicts) for answer, verdicts in graded}
    slowest = max(times, key=lambda title: times[title], default="")
    right = sum(answer.right for answer, _ in graded)
    return Rehearsed(
        set=set_name,
        right=right,
        wrong=len(graded) - right,
        faults=tuple(told for answer, verdicts in graded if (told := fault(answer, verdicts))),
        slowest=(slowest, times.get(slowest, 0.0)),
        seconds=seconds,
    )


def fault(answer: bank.Answer, verdicts: list[Verdict]) -> str:
    """Say what an answer got that it does not deserve; nothing when all is well.

    A wrong answer must lose its marks because a check found it wrong: one that was cut off by the clock says nothing about the tests.
    """
    lost = [verdict for verdict in verdicts if not verdict.passed]
    told = "; ".join(f"{verdict.cell}: {verdict.status}, {verdict.message}" for verdict in lost)
    if not verdicts:
        return f"{answer.title} got no verdict"
    if answer.right:
        return f"{answer.title} is right and lost marks ({told})" if lost else ""
    if not lost:
        return f"{answer.title} is wrong ({answer.says.splitlines()[0]}) and kept all marks"
    return (
        ""
        if any(verdict.status in FOUND_WRONG for verdict in lost)
        else f"{answer.title} lost marks for another reason than its mistake ({told})"
    )
