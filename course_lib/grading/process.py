"""The judge's handle on a student's process: started warm, watched by the clock, and its end put into words."""

from __future__ import annotations

import atexit
import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Any

from course_lib.grading.isolation import SCRATCH, environment, ordinary_user, wall
from course_lib.grading.limits import Limits
from course_lib.grading.standins import JudgeEnd
from course_lib.grading.verdict import Status
from course_lib.grading.wire import Channel, ClosedError, LateError, WireError

STARTING_SECONDS = 120.0
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


class Zygote:
    """A warm process that forks students' processes, one at a time.

    Args:
        isolation: one of `isolation.ISOLATIONS`; round "bubblewrap" there is a wall, inside "guard" and "bubblewrap" an ordinary user.

    Example:
        >>> with Zygote() as zygote:
        ...     zygote.process.poll() is None
        True
    """

    def __init__(self, isolation: str = "none") -> None:
        self.owner = os.getpid()
        walled = isolation == "bubblewrap"
        user = ordinary_user(isolation)
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "course_lib.grading.zygote", str(theirs.fileno())]
            command += [SCRATCH if walled else "-", "-" if user is None else str(user)]
            self.process = subprocess.Popen(
                [*wall(), *command] if walled else command,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                cwd="/",
                env=environment(),
            )
        self.sock = ours
        self.channel = Channel(ours)
        self.channel.deadline = time.monotonic() + STARTING_SECONDS
        try:
            self.channel.receive()
        except WireError as error:
            self.close()
            raise RuntimeError("the warm process for student code did not start") from error
        self.channel.deadline = None
        atexit.register(self.close)

    def fork(self, limits: Limits, isolation: str, forbidden: list[str]) -> tuple[int, socket.socket]:
        """Start a student's process; return its number and the judge's end of its wire."""
        ours, theirs = socket.socketpair()
        seconds = limits.question_seconds + limits.setup_seconds
        told: dict[str, Any] = {
            "seconds": max(1, round(seconds)),
            "memory": limits.memory,
            "scratch": limits.scratch,
            "message": limits.message,
        }
        told |= {"isolation": isolation, "forbidden": forbidden}
        with theirs:
            self.channel.send(["fork", told])
            socket.send_fds(self.sock, [b"s"], [theirs.fileno()])
            pid = int(self.channel.receive()[0][1])
        return pid, ours

    def computing(self) -> bool:
        """Say whether the student's process is running or waiting for a processor, and not for anything else."""
        self.channel.send(["computing"])
        return bool(self.channel.receive()[0][1])

    def stop(self, grace: float = 0.0) -> dict[str, Any]:
        """End the student's process, after `grace` seconds to do so itself; return what it used and how it had ended."""
        self.channel.send(["stop", grace])
        return self.channel.receive()[0][1]

    def close(self) -> None:
        """End the zygote and with it whatever it started."""
        self.sock.close()
        if self.owner != os.getpid():
            return
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def __enter__(self) -> Zygote:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


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
