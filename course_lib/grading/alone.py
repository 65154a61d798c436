"""The same checks in one process, nothing shut in: for a student's own check of their notebook, and to compare with the judge."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import course_lib
from course_lib.grading.cells import captured, is_empty, safe_text
from course_lib.grading.exports import where
from course_lib.grading.forbidden import TRUSTED, Trace
from course_lib.grading.limits import Limits
from course_lib.grading.plan import Plan, student_cells
from course_lib.grading.reading import Asked, read
from course_lib.grading.references import reference_names
from course_lib.grading.student import run_cells
from course_lib.grading.testing import causes, is_wrong, run_test, state_kept
from course_lib.grading.verdict import Verdict

LIBRARY = str(Path(course_lib.__file__).parent)


def judge_in_process(
    notebook: Any, source: Any = None, *, limits: Limits | None = None, questions: list[str] | None = None
) -> list[Verdict]:
    """Judge a notebook in this process.

    Args:
        notebook: the student's notebook.
        source: the source notebook. When None, the notebook's own test cells run and no name is bound to a reference: stricter, since a
            mistake in one function may then show in the checks of another.
        limits: time for cells; the usual limits when None.
        questions: judge these alone; all when None.

    Returns:
        A verdict for each test cell, in order.
    """
    plan, limits = Plan.of(notebook if source is None else source), limits or Limits()
    cells = student_cells(notebook, plan)
    verdicts = []
    for question in plan.references:
        if questions is None or question in questions:
            verdicts += _question(question, cells, plan, limits, plan.others(question) if source is not None else None)
    found = {verdict.cell: verdict for verdict in verdicts}
    return [found[test] for test in plan.tests if test in found]


def _question(question: str, cells: list[dict[str, Any]], plan: Plan, limits: Limits, others: dict[str, str] | None) -> list[Verdict]:
    spec = {
        "question": question,
        "cells": cells,
        "skip": [],
        "setup": plan.setup,
        "references": others or {},
        "seconds": [limits.cell_seconds, limits.question_seconds],
    }
    trace = Trace(plan.forbidden_in(question), (*TRUSTED, "<test", LIBRARY))
    verdicts = []
    try:
        with _own_main(), state_kept(), captured(limits.output) as printed:
            found, errors = run_cells(spec, lambda number: None)
            everything = dict(sys.modules["__main__"].__dict__)
            names = everything
            if others is not None:  # the same objects as over there, so that a class is one class
                names = reference_names(plan.setup, others) | {name: everything[name] for name in others if name in everything}
            for test in plan.tests_of(question):
                started = time.monotonic()
                outcome, trace.hits = None, []
                if found:
                    with trace.watch():
                        outcome = run_test(test, plan.tests[test], {**names, question: found[0]}, limits.wall_seconds)
                asked = Asked(
                    test=test,
                    code=plan.tests[test],
                    question=question,
                    written=any(cell["name"] == question and not is_empty(cell["code"]) for cell in cells),
                    outcome=outcome,
                    failure=_failure(outcome.error if outcome else None),
                    ready={"errors": errors},
                    ending=None,
                    hits=list(trace.hits),
                    printed=printed.text(),
                    seconds=time.monotonic() - started,
                    sound=partial(_sound, test, plan, limits, others is not None),
                )
                verdicts.append(read(asked))
    finally:
        trace.close()
    return verdicts


def _sound(test: str, plan: Plan, limits: Limits, known: bool) -> bool:
    """Say whether a test cell passes with the references; without a source there are none, and the release was checked."""
    if not known:
        return True
    names = reference_names(plan.setup, plan.references)
    return run_test(test, plan.tests[test], names, limits.wall_seconds).error is None


def _failure(error: BaseException | None) -> dict[str, Any] | None:
    """Find the exception of the student's own code among those that led to this one."""
    for cause in reversed(causes(error)):
        place = where(cause)
        if place["cell"] is not None and not is_wrong(cause):
            types = [kind.__name__ for kind in type(cause).__mro__]
            return {"type": types[0], "types": types, "text": safe_text(cause), "error": cause, **place}
    return None


@contextmanager
def _own_main() -> Iterator[None]:
    """Let the notebook's cells be the main module for a while."""
    main = sys.modules["__main__"]
    try:
        yield
    finally:
        sys.modules["__main__"] = main
