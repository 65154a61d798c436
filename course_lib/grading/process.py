"""The judge's handle on a student's process: started warm, watched by the clock, and its end put into words."""

from __future__ import annotations

import signal
import time
from dataclasses import dataclass
from typing import Any

from course_lib.grading.limits import Limits
from course_lib.grading.standins import JudgeEnd
from course_lib.grading.verdict import Status
from course_lib.grading.warm import Zygote
from course_lib.grading.wire import Channel, ClosedError, LateError, WireError

MOST_EXTENSIONS = 3
GRACE = 1.0  # seconds that a process on its way out may take to be gone


@dataclass(frozen=True)
class Ending:
    """How a student's process ended.

    Args:
        status: the verdict that this means for the question in hand.
        message: the same in a sentence for the student.
    """

    status: Status
    message: str


class StudentProcess:
    """One student's process for one question.

    Args:
        zygote: the warm process to fork.
        spec: what `student.main` takes.
        limits: what it may use.
    """

    def __init__(self, zygote: Zygote, spec: dict[str, Any], limits: Limits) -> None:
        self.zygote, self.limits = zygote, limits
        self.pid, self.sock = zygote.fork(limits, spec["isolation"], spec["forbidden"])
        self.channel = Channel(self.sock, limit=limits.message)
        self.channel.overtime = self._overtime
        self.extended = 0
        self.set_clock(limits.wall_seconds + limits.setup_seconds * limits.wall_factor)
        self.end = JudgeEnd(self.channel)
        self.at: int | None = None
        self.ready: dict[str, Any] | None = None
        self.ending: Ending | None = None
        try:
            self.channel.send(["begin", spec])
            self._run_cells(len(spec["cells"]))
            self.set_clock(limits.wall_seconds)
        except WireError as error:
            self.end.broken = error
            self.stop()

    def _run_cells(self, count: int) -> None:
        while self.ready is None:
            head, _ = self.channel.receive()
            if head[0] == "cell" and type(head[1]) is int and 0 <= head[1] < count:
                self.at = head[1]
            elif head[0] == "ready" and isinstance(head[1], dict) and type(head[1].get("defined")) is bool:
                self.ready = head[1]
            else:
                raise WireError("a message out of turn while the cells ran")

    def set_clock(self, seconds: float) -> None:
        """Give the process this much wall time from now."""
        self.extended = 0
        self.channel.deadline = time.monotonic() + seconds

    def _overtime(self) -> float:
        """Processor time decides: on a busy machine a process that is still computing gets more wall time, one that sleeps gets none."""
        self.extended += 1
        if self.extended > MOST_EXTENSIONS or not self.zygote.computing():
            return 0.0
        return self.limits.wall_seconds

    @property
    def gone(self) -> bool:
        """Whether the process can no longer be asked."""
        return self.end.broken is not None

    def report(self) -> dict[str, Any]:
        """Return the forbidden calls since the last report and what was printed; empty when it cannot be asked."""
        try:
            told = self.end.call(["report"])
            hits, printed = [str(hit) for hit in told["hits"]], str(told["printed"])
        except (WireError, TypeError, KeyError) as error:
            self.end.broken = self.end.broken or (error if isinstance(error, WireError) else WireError("a report of the wrong form"))
            return {"hits": [], "printed": ""}
        return {"hits": hits, "printed": printed}

    def stop(self) -> Ending | None:
        """End the process; say how it had ended, if it could no longer be asked."""
        if self.ending is None:
            used = self.zygote.stop(GRACE if isinstance(self.end.broken, ClosedError) else 0.0)
            self.sock.close()
            if self.end.broken is not None:
                self.ending = self._words(self.end.broken, used)
        return self.ending

    def _words(self, broken: WireError, used: dict[str, Any]) -> Ending:
        seconds = self.limits.question_seconds
        slow = Ending("timed out", f"it took longer than the {seconds:g} s of computing time a question has")
        by_itself = used.get("by_itself", False)
        number = used.get("signal", 0)
        if isinstance(broken, LateError):
            return slow
        if by_itself and (number == signal.SIGXCPU or (number == signal.SIGKILL and used["seconds"] >= seconds)):
            return slow
        if by_itself and number == signal.SIGKILL:
            return Ending("out of memory", "the system stopped it, most likely for the memory it used")
        if by_itself and number == signal.SIGXFSZ:
            return Ending("crashed", "it wrote a file larger than it may")
        if by_itself and number:
            return Ending("crashed", f"it ended with the signal {signal.Signals(number).name}")
        if isinstance(broken, ClosedError):
            return Ending("crashed", "it ended by itself (os._exit and its like are not for answers)")
        return Ending("crashed", f"it sent what no answer can be: {broken}")
