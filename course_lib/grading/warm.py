"""The judge's handle on its warm process: started early, for it takes seconds to be ready, and asked to fork when it is.

PyTorch is not imported here, so that the warm process can be started before this process imports it.
"""

from __future__ import annotations

import atexit
import os
import socket
import subprocess
import sys
import threading
import time
from typing import Any

from course_lib.grading.isolation import SCRATCH, environment, ordinary_user, wall
from course_lib.grading.limits import Limits
from course_lib.grading.wire import Channel, WireError

STARTING_SECONDS = 120.0
_local = threading.local()


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
        self.up = False
        atexit.register(self.close)

    def wait(self) -> None:
        """Return when it is ready to fork; it gets ready while this process does something else.

        Raises:
            RuntimeError: it did not start.
        """
        if self.up:
            return
        self.channel.deadline = time.monotonic() + STARTING_SECONDS
        try:
            self.channel.receive()
        except WireError as error:
            self.close()
            raise RuntimeError("the warm process for student code did not start") from error
        self.channel.deadline = None
        self.up = True

    def fork(self, limits: Limits, isolation: str, forbidden: list[str]) -> tuple[int, socket.socket]:
        """Start a student's process; return its number and the judge's end of its wire."""
        self.wait()
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


def zygote(isolation: str = "none") -> Zygote:
    """Return this thread's warm process for an isolation, started when it is first asked for; a fork of this process does not share it."""
    held: dict[str, Zygote] = _local.__dict__.setdefault("zygotes", {})
    found = held.get(isolation)
    if found is None or found.owner != os.getpid() or found.process.poll() is not None:
        found = held[isolation] = Zygote(isolation)
    return found
