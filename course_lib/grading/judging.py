"""Call the judge on a notebook; apart from nbgrader, so that a judging process starts without it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from importlib import import_module
from typing import Any

from nbformat.notebooknode import NotebookNode

from course_lib.grading.source import Source

JUDGE = "course_lib.grading.judge:judge_notebook"


def judge(notebook: NotebookNode, source: Source, *, name: str, isolation: str, questions: list[str] | None = None) -> list[dict[str, Any]]:
    """Call the judge and return its verdicts as plain dictionaries.

    Args:
        notebook: a restored submission.
        source: the set's source.
        name: the judge, as `module:function`.
        isolation: how student code is shut in, as the judge names it.
        questions: only these; all when None.

    Returns:
        A dictionary for each verdict, its fields those of `course_lib.grading.verdict.Verdict`.
    """
    module, _, attribute = name.partition(":")
    function: Callable[..., Sequence[Any]] = getattr(import_module(module), attribute)
    return [as_dict(verdict) for verdict in function(notebook, source.notebook, isolation=isolation, questions=questions)]


def as_dict(verdict: Any) -> dict[str, Any]:
    """Return a verdict's fields as values that JSON can hold."""
    fields = asdict(verdict) | {"passed": verdict.passed}
    if fields.get("example") is not None and not isinstance(fields["example"], str):
        fields["example"] = str(fields["example"])
    return fields
