"""The trusted process: runs the source's test cells with the student's names bound to stand-ins, and says what came of it.

For each question a fresh process runs the student's cells; every graded name but the question's own is bound to its reference there. The
question's test cells run here, in a namespace where that one name means a stand-in. Whatever ends the student's process costs the question
in hand and nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import closing
from typing import Any

from course_lib.grading.alone import judge_in_process
from course_lib.grading.cells import is_empty
from course_lib.grading.isolation import IsolationError, resolve
from course_lib.grading.limits import Limits
from course_lib.grading.plan import Plan, student_cells
from course_lib.grading.process import StudentProcess
from course_lib.grading.reading import Asked, read
from course_lib.grading.references import reference_names
from course_lib.grading.standins import StandInFunction
from course_lib.grading.testing import run_test
from course_lib.grading.verdict import Verdict
from course_lib.grading.warm import zygote

JUDGE_FACTOR = 4  # the student's process has its own clock; this one is for a check that itself does not end


def judge_notebook(
    notebook: Any, source: Any, *, limits: Limits | None = None, isolation: str = "none", questions: list[str] | None = None
) -> list[Verdict]:
    """Judge a submission.

    Args:
        notebook: the student's notebook, a dictionary of nbformat 4; only its answers and helper cells count.
        source: the source notebook of the set: tests, references, forbidden calls.
        limits: what a question may use; the usual limits when None.
        isolation: how the student's process is shut in: "guard" by Landlock and seccomp, "bubblewrap" by a wall round that as well, "auto"
            by the best of these, "none" for a process of its own and no more.
        questions: judge these alone; all when None.

    Returns:
        A verdict for each test cell of the source, in its order.

    Raises:
        ValueError: an isolation that is not known, or a source that cannot be judged by.
        IsolationError: this machine lacks what the isolation needs.
    """
    return Judge(source, limits or Limits(), isolation).notebook(notebook, questions)


class Judge:
    """Judges the submissions of one set.

    Args:
        source: the source notebook.
        limits: what a question may use.
        isolation: how the student's process is shut in.
    """

    def __init__(self, source: Any, limits: Limits, isolation: str = "none") -> None:
        self.plan, self.limits, self.isolation = Plan.of(source), limits, resolve(isolation)
        self.sound: dict[str, bool] = {}
        self.references = reference_names(self.plan.setup, self.plan.references)

    def notebook(self, notebook: Any, questions: list[str] | None = None) -> list[Verdict]:
        """Return a verdict for each test cell."""
        cells = student_cells(notebook, self.plan)
        wanted = [name for name in self.plan.references if questions is None or name in questions]
        deadline = time.monotonic() + self.limits.notebook_seconds
        skip: set[int] = set()
        verdicts = {v.cell: v for question in wanted for v in self._question(question, cells, skip, deadline)}
        return [verdicts[test] for test in self.plan.tests if test in verdicts]

    def first_loss(self, notebook: Any, question: str) -> Verdict | None:
        """Return the first verdict that costs a question points, None when it loses none; the cells after that one do not run."""
        verdicts = self._question(question, student_cells(notebook, self.plan), set(), time.monotonic() + self.limits.notebook_seconds)
        with closing(verdicts):
            return next((verdict for verdict in verdicts if not verdict.passed), None)

    def _question(self, question: str, cells: list[dict[str, Any]], skip: set[int], deadline: float) -> Generator[Verdict, None, None]:
        process: StudentProcess | None = None
        try:
            for test in self.plan.tests_of(question):
                if time.monotonic() > deadline:
                    told = f"the notebook as a whole took longer than {self.limits.notebook_seconds:g} s"
                    yield Verdict(cell=test, question=question, status="timed out", message=told)
                    continue
                started = time.monotonic()
                if process is None or process.gone:
                    process = self._start(question, cells, skip)
                yield self._test(test, question, process, cells, time.monotonic() - started)
                if process.gone:
                    process.stop()
        finally:
            if process is not None:
                process.stop()

    def _start(self, question: str, cells: list[dict[str, Any]], skip: set[int]) -> StudentProcess:
        """Start a process; a cell of another question that ends it is left out from then on."""
        while True:
            process = StudentProcess(zygote(self.isolation), self._spec(question, cells, skip), self.limits)
            at = process.at
            if process.ready is not None or at is None or cells[at]["name"] == question or at in skip:
                return process
            skip.add(at)

    def _spec(self, question: str, cells: list[dict[str, Any]], skip: set[int]) -> dict[str, Any]:
        return {
            "question": question,
            "cells": cells,
            "skip": sorted(skip),
            "setup": self.plan.setup,
            "references": self.plan.others(question),
            "grants": self.plan.grants(),
            "forbidden": self.plan.forbidden_in(question),
            "seconds": [self.limits.cell_seconds, self.limits.question_seconds],
            "output": self.limits.output,
            "isolation": self.isolation,
        }

    def _test(self, test: str, question: str, process: StudentProcess, cells: list[dict[str, Any]], seconds: float) -> Verdict:
        started = time.monotonic()
        outcome, hits, printed = None, [], ""
        ready = process.ready
        if ready is not None and ready["defined"] and not process.gone:
            process.end.failure = None
            namespace = {**self.references, question: StandInFunction(process.end, 0, question, [question])}
            process.set_clock(self.limits.wall_seconds)
            outcome = run_test(test, self.plan.tests[test], namespace, JUDGE_FACTOR * self.limits.wall_seconds)
            report = process.report()
            hits, printed = report["hits"], report["printed"]
        asked = Asked(
            test=test,
            code=self.plan.tests[test],
            question=question,
            written=any(cell["name"] == question and not is_empty(cell["code"]) for cell in cells),
            outcome=outcome,
            failure=process.end.failure,
            ready=ready,
            ending=process.stop() if process.gone else None,
            hits=hits,
            printed=printed,
            seconds=seconds + time.monotonic() - started,
            sound=lambda: self._sound(test),
        )
        return read(asked)

    def _sound(self, test: str) -> bool:
        """Say whether a test cell passes with the references, that is, whether it can be trusted to judge."""
        if test not in self.sound:
            outcome = run_test(test, self.plan.tests[test], dict(self.references), self.limits.wall_seconds)
            self.sound[test] = outcome.error is None
        return self.sound[test]


__all__ = ["IsolationError", "Judge", "judge_in_process", "judge_notebook", "zygote"]
