"""Running a test cell in the trusted process, and reading from its failure what a verdict says."""

from __future__ import annotations

import random
import re
import traceback
import types
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from course_lib.grading.cells import captured, compile_cell
from course_lib.grading.limits import OutOfTime, time_limit
from course_lib.grading.wire import WireError

PRINTED = 1 << 16


@dataclass(frozen=True)
class Outcome:
    """What a test cell did: nothing to complain of, or the exception that ended it.

    Args:
        error: the exception, None when the cell passed.
        line: the cell's line (from 1) at which it stood.
        printed: what the cell printed.
    """

    error: BaseException | None
    line: int | None
    printed: str


def run_test(name: str, code: str, namespace: dict[str, Any], seconds: float) -> Outcome:
    """Run a test cell and put everything global back as it was."""
    filename = f"<test {name}>"
    error: BaseException | None = None
    with captured(PRINTED) as printed, state_kept():
        try:
            with time_limit(seconds):
                exec(compile_cell(code, filename), namespace)
        except KeyboardInterrupt:
            raise
        except BaseException as raised:  # a test cell's own mistakes too: they must become a verdict
            error = raised
    line = getattr(error, "line", None)
    if error is not None and type(line) is not int:
        line = next((n for frame, n in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == filename), None)
    return Outcome(error, line, printed.text())


@contextmanager
def state_kept() -> Iterator[None]:
    """Give torch, numpy and random back the state they had, whatever a cell or a student's function did."""
    states = torch.get_rng_state(), random.getstate(), np.random.get_state()
    dtype, grad, threads = torch.get_default_dtype(), torch.is_grad_enabled(), torch.get_num_threads()
    try:
        yield
    finally:
        torch.set_rng_state(states[0])
        random.setstate(states[1])
        np.random.set_state(states[2])
        torch.set_default_dtype(dtype)
        torch.set_grad_enabled(grad)
        if torch.get_num_threads() != threads:
            torch.set_num_threads(threads)


def is_hidden(code: str, line: int | None) -> bool:
    """Say whether a line of a test cell lies between the hidden markers; an unknown line counts as hidden.

    Example:
        >>> cell = "a\\n### BEGIN HIDDEN TESTS\\nb\\n### END HIDDEN TESTS\\nc"
        >>> [is_hidden(cell, n) for n in (1, 3, 5)]
        [False, True, False]
    """
    if line is None:
        return "### BEGIN HIDDEN TESTS" in code
    hidden = False
    for text in code.split("\n")[:line]:
        marker = re.fullmatch(r"\s*### (BEGIN|END) HIDDEN TESTS\s*", text)
        if marker:
            hidden = marker[1] == "BEGIN"
    return hidden


def is_wrong(error: BaseException) -> bool:
    """Say whether an exception is a check's own, with a label and a message."""
    return isinstance(error, AssertionError) and hasattr(error, "label") and hasattr(error, "message")


def causes(error: BaseException | None) -> list[BaseException]:
    """List an exception and those it came from."""
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found


def trace_of(error: BaseException) -> str:
    """Return an exception's traceback, for the teacher."""
    return "".join(traceback.format_exception(error))


def late(error: BaseException) -> bool:
    """Say whether a cell was ended by the clock."""
    return isinstance(error, OutOfTime)


def broken(error: BaseException) -> bool:
    """Say whether a cell was ended by the wire."""
    return any(isinstance(cause, WireError) for cause in causes(error))


def standin_namespace(references: dict[str, Any], name: str, value: Any) -> dict[str, Any]:
    """Return the names a test cell sees: the set-up's and the references', and the student's under the name it tests."""
    return {**references, "__name__": "__main__", name: value}


def module_of(namespace: dict[str, Any]) -> types.ModuleType:
    """Return a module with these names, for code that looks its own module up."""
    module = types.ModuleType("__main__")
    module.__dict__.update(namespace)
    return module
