"""What the judge says about one test cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

Status = Literal["passed", "failed", "not attempted", "crashed", "timed out", "out of memory", "forbidden call", "error"]
STATUSES: tuple[str, ...] = get_args(Status)


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The outcome of one test cell, in words.

    Args:
        cell: the test cell's `grade_id`, for example `test-attention-2`.
        question: the solution cell it tests, for example `attention`.
        passed: whether the cell's points are earned; true for the status "passed" alone.
        status: what happened. "error" means that the course is at fault, not the student.
        label: the sentence of the check that failed, if one did.
        message: what the student is told.
        mistake: the slug of the mistake recognised, if one was.
        example: values to show, for a visible check only.
        hidden: whether the failing check lies between the hidden markers.
        detail: for the teacher only: the student's exception, output, traceback.
        seconds: wall time the cell took, the student's process included.

    >>> Verdict(cell="test-softmax", question="softmax", status="passed").passed
    True
    """

    cell: str
    question: str
    status: Status
    label: str | None = None
    message: str = ""
    mistake: str | None = None
    example: Any = None
    hidden: bool = False
    detail: str = ""
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        """True for the status "passed" alone, so that nothing else can earn points."""
        return self.status == "passed"

    def __post_init__(self) -> None:
        if self.status not in STATUSES:
            raise ValueError(f"a verdict's status is one of {', '.join(STATUSES)}; got {self.status!r}")
