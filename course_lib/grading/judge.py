"""The trusted process: runs the source's test cells with the student's names bound to stand-ins."""

from __future__ import annotations

from typing import Any

from course_lib.grading.limits import Limits
from course_lib.grading.verdict import Verdict


def judge_notebook(
    notebook: dict[str, Any],
    source: dict[str, Any],
    *,
    limits: Limits | None = None,
    isolation: str = "none",
    questions: list[str] | None = None,
) -> list[Verdict]:
    """Judge every test cell of `source` against the solution cells of `notebook`: one verdict a test cell, in the source's order."""
    raise NotImplementedError


def judge_in_process(notebook: dict[str, Any], source: dict[str, Any], *, questions: list[str] | None = None) -> list[Verdict]:
    """The same, with everything in this one process and nothing isolated: for a student's own check and for the parity test."""
    raise NotImplementedError
