"""Framed messages over a socket between the judge and a student's process: JSON and raw bytes, nothing that could run.

A message is a list of plain JSON values and a list of byte buffers (the tensors' data). Every size is checked before anything of that
size is read or made, so that what a hostile process sends costs no more than the limit and ends in a `WireError`, which ends that process
alone.
"""

from __future__ import annotations

import json
import socket
import struct
import time
from collections.abc import Callable
from typing import Any

LENGTH = struct.Struct("!II")
LARGEST_HEAD = 8 << 20
MOST_BUFFERS = 20_000

Head = list[Any]
Buffers = list[bytes]


class WireError(Exception):
    """A message that cannot be what it says; the process that sent it is not asked again."""


class ClosedError(WireError):
    """The other process ended."""


class LateError(WireError):
    """The other process did not answer in its time."""


class Channel:
    """One end of the wire.

    Args:
        sock: a connected stream socket.
        limit: the largest message, in bytes.

    Example:
        >>> here, there = socket.socketpair()
        >>> Channel(here).send(["sum", 1, 2.5], [b"abc"])
        >>> Channel(there).receive()
        (['sum', 1, 2.5], [b'abc'])
    """

    def __init__(self, sock: socket.socket, *, limit: int = 64 << 20) -> None:
        self.sock, self.limit = sock, limit
        self.deadline: float | None = None
        self.overtime: Callable[[], float] = lambda: 0.0  # more seconds for one that is late, or none

    def send(self, head: Head, buffers: Buffers | None = None) -> None:
        """Send one message.

        Raises:
            WireError: it is larger than the limit.
            ClosedError: nobody is there to read it.
            LateError: the deadline passed.
        """
        buffers = buffers or []
        text = json.dumps([head, [len(b) for b in buffers]], separators=(",", ":")).encode()
        total = sum(map(len, buffers))
        if len(text) > LARGEST_HEAD or total > self.limit or len(buffers) > MOST_BUFFERS:
            raise WireError(f"a message of {len(text) + total} bytes in {len(buffers)} buffers is larger than the limit of {self.limit}")
        self._wait()
        try:
            self.sock.sendall(LENGTH.pack(len(text), total) + text + b"".join(buffers))
        except TimeoutError as error:
            raise LateError("no answer in time") from error
        except OSError as error:
            raise ClosedError("the process ended") from error

    def receive(self) -> tuple[Head, Buffers]:
        """Read one message.

        Raises:
            WireError: it is too large or not well formed.
            ClosedError: the other end is gone.
            LateError: the deadline passed.
        """
        length, total = LENGTH.unpack(self._read(LENGTH.size))
        if length > LARGEST_HEAD or total > self.limit:
            raise WireError(f"a message of {length + total} bytes is larger than the limit of {self.limit}")
        try:
            head, sizes = json.loads(self._read(length))
        except (ValueError, TypeError, RecursionError) as error:
            raise WireError(f"a message that is not JSON of the agreed form: {error}") from error
        if not isinstance(head, list) or not head or not isinstance(sizes, list) or len(sizes) > MOST_BUFFERS:
            raise WireError("a message without a head or with too many buffers")
        if any(type(size) is not int or size < 0 for size in sizes) or sum(sizes) != total:
            raise WireError("a message whose buffers are not as long as it says")
        return head, [bytes(self._read(size)) for size in sizes]

    def close(self) -> None:
        """Hang up."""
        self.sock.close()

    def _wait(self) -> None:
        if self.deadline is None:
            self.sock.settimeout(None)
            return
        if self.deadline <= time.monotonic():
            self.deadline = time.monotonic() + self.overtime()
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise LateError("no answer in time")
        self.sock.settimeout(left)

    def _read(self, size: int) -> bytearray:
        out = bytearray(size)
        view, got = memoryview(out), 0
        while got < size:
            self._wait()
            try:
                count = self.sock.recv_into(view[got:])
            except TimeoutError:
                continue  # to see whether it gets overtime
            except OSError as error:
                raise ClosedError("the process ended") from error
            if not count:
                raise ClosedError("the process ended")
            got += count
        return out
