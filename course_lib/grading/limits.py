"""How much a student's process may use: the one place to change it."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

MB = 1 << 20


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What one question, one cell and one notebook may use.

    Args:
        question_seconds: processor time of the student's process for one question.
        wall_factor: wall time allowed, as a multiple of the processor time.
        cell_seconds: processor time of any cell that is not the one under test; past it the cell is stopped and the rest goes on.
        setup_seconds: processor time of all cells together, before the question itself is tested.
        notebook_seconds: wall time of a whole notebook; the questions left over are timed out.
        memory: bytes of data (heap and private mappings) of the student's process.
        output: bytes of printed text that are kept.
        scratch: the largest file the process may write, in bytes.
        message: the largest message across the wire, in bytes.

    >>> Limits(question_seconds=2).wall_seconds
    6.0
    """

    question_seconds: float = 10.0
    wall_factor: float = 3.0
    cell_seconds: float = 2.0
    setup_seconds: float = 10.0
    notebook_seconds: float = 120.0
    memory: int = 2048 * MB
    output: int = 1 * MB
    scratch: int = 64 * MB
    message: int = 64 * MB

    @property
    def wall_seconds(self) -> float:
        """Wall time of one question."""
        return self.question_seconds * self.wall_factor


class OutOfTime(BaseException):
    """The judge's own clock ran out; not an `Exception`, so that no test cell catches it."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `OutOfTime` in this thread when the body takes longer, in whichever thread it runs.

    Code in C is left to finish its call; reads from the wire have their own deadline.
    """
    thread = threading.get_ident()
    lock = threading.Lock()
    over = False

    def fire() -> None:
        with lock:
            if not over:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(OutOfTime))

    timer = threading.Timer(max(seconds, 0.01), fire)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        with lock:
            over = True
        timer.cancel()
