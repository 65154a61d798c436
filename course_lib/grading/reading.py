"""From what happened in a test cell to a verdict: whose fault it was, and what the student is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from course_lib.grading.process import Ending
from course_lib.grading.testing import Outcome, broken, causes, is_hidden, is_wrong, late, trace_of
from course_lib.grading.verdict import Status, Verdict

LONGEST_DETAIL = 20_000
MEMORY_WORDS = ("can't allocate memory", "not enough memory", "Cannot allocate memory")


@dataclass(frozen=True, kw_only=True)
class Asked:
    """Everything known about one test cell's run.

    Args:
        test: the cell.
        code: its source.
        question: the name it tests.
        written: whether the student's cell holds any statement.
        outcome: what the test cell did, None when it could not run.
        failure: the student's last exception, as it came across.
        ready: what the student's process said after its cells; None when it did not get there.
        ending: how the student's process ended, if it did.
        hits: forbidden calls that were made.
        printed: what the student's process printed.
        seconds: wall time.
        sound: says whether the test cell passes with the reference; asked only when the cell itself stopped.
    """

    test: str
    code: str
    question: str
    written: bool
    outcome: Outcome | None
    failure: dict[str, Any] | None
    ready: dict[str, Any] | None
    ending: Ending | None
    hits: list[str]
    printed: str
    seconds: float
    sound: Callable[[], bool]


def read(asked: Asked) -> Verdict:
    """Return the verdict on a test cell."""
    if asked.ending is not None:
        return _verdict(asked, asked.ending.status, message=f"your process was lost: {asked.ending.message}")
    if asked.hits:
        return _verdict(asked, "forbidden call", message=f"{asked.question} calls {', '.join(asked.hits)}, which this problem set forbids")
    if asked.outcome is None:
        return _undefined(asked)
    error = asked.outcome.error
    if error is None:
        return _verdict(asked, "passed")
    if late(error):
        return _verdict(asked, "timed out", message="the check did not come to an end in its time")
    if broken(error):
        return _verdict(asked, "crashed", message="your process sent what no answer can be")
    return _failed(asked, error)


def _undefined(asked: Asked) -> Verdict:
    errors = (asked.ready or {}).get("errors") or []
    own = next((error for error in errors if isinstance(error, dict) and error.get("name") == asked.question), None)
    if own is None:
        told = f"your cell does not define {asked.question}" if asked.written else "nothing is written here yet"
        return _verdict(asked, "failed" if asked.written else "not attempted", message=told)
    kind, line = str(own.get("type")), own.get("line")
    if kind == "NotImplementedError":
        return _verdict(asked, "not attempted", message="this is not written yet")
    place = f" at its line {line}" if type(line) is int else ""
    text = f": {own.get('text')}" if kind in ("SyntaxError", "IndentationError", "NotInGrading", "CellTimeout") else ""
    status: Status = "timed out" if kind == "CellTimeout" else "failed"
    return _verdict(asked, status, message=f"your cell stopped with {_a(kind)}{place}{text}, before {asked.question} was defined")


def _failed(asked: Asked, error: BaseException) -> Verdict:
    chain = causes(error)
    failure = asked.failure if asked.failure is not None and asked.failure["error"] in chain else None
    if failure and "NotImplementedError" in failure["types"] and not getattr(error, "mistake", None):  # PyTorch raises it too
        return _verdict(asked, "not attempted", message="this is not written yet")
    if failure and _memory(failure):
        return _verdict(asked, "out of memory", error, message="it asked for more memory than a question has")
    line = f" It happened at line {failure['line']} of your cell." if failure and failure["line"] is not None else ""
    if is_wrong(error):
        wrong: Any = error
        message = f"{wrong.message}{line}"
        hidden = is_hidden(asked.code, asked.outcome.line if asked.outcome else None)
        example = None if hidden else (wrong.example or None)
        return _verdict(asked, "failed", error, label=wrong.label or None, message=message, mistake=wrong.mistake, example=example)
    if failure:
        return _verdict(asked, "failed", error, message=f"your code stopped with {_a(failure['type'])}.{line}")
    if isinstance(error, AssertionError):
        return _verdict(asked, "failed", error, message="an assertion did not hold")
    if asked.sound():
        told = f"the check stopped with {_a(type(error).__name__)}: what your {asked.question} gives is not what it can work with"
        return _verdict(asked, "failed", error, message=told)
    told = "the check itself failed: this is the course's mistake, not yours; your teacher has been told"
    return _verdict(asked, "error", error, message=told)


def _memory(failure: dict[str, Any]) -> bool:
    return "MemoryError" in failure["types"] or ("RuntimeError" in failure["types"] and any(w in failure["text"] for w in MEMORY_WORDS))


def _a(kind: str) -> str:
    return f"{'an' if kind[:1] in 'AEIOU' else 'a'} {kind}"


def _verdict(asked: Asked, status: Status, error: BaseException | None = None, **told: Any) -> Verdict:
    line = asked.outcome.line if asked.outcome else None
    hidden = error is not None and is_hidden(asked.code, line)
    return Verdict(
        cell=asked.test,
        question=asked.question,
        status=status,
        hidden=hidden,
        detail=_detail(asked, error),
        seconds=round(asked.seconds, 3),
        **told,
    )


def _detail(asked: Asked, error: BaseException | None) -> str:
    """Put together what only the teacher sees."""
    parts = []
    if asked.failure:
        parts.append(f"the student's exception: {asked.failure['type']}: {asked.failure['text']}\n{asked.failure['trace']}")
    for own in (asked.ready or {}).get("errors") or []:
        if isinstance(own, dict):
            parts.append(f"cell {own.get('name')} stopped: {own.get('type')}: {own.get('text')}\n{own.get('trace')}")
    if error is not None:
        parts.append("in the check:\n" + trace_of(error))
    if asked.printed:
        parts.append("printed:\n" + asked.printed[-2000:])
    return "\n\n".join(parts)[:LONGEST_DETAIL]
