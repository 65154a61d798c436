"""A grader with nothing round it: the student's code in its own process, no limits, and a wire that believes what it reads.

The attacks on the run (`answers.ENDINGS`) must succeed here; else they would show nothing about the guards.
"""

from __future__ import annotations

import faulthandler
import json
import os
import pickle
import resource
import signal
import socket
import struct
import sys
import tempfile
import time

from course_lib.grading.limits import Limits

PATIENCE = 1.5


def class_of_two(answer: str, limits: Limits, *, listens: bool) -> str:
    """Grade an attacker and then another student, carelessly, in a fork of this process.

    Args:
        answer: the attacker's code.
        limits: what would have been in force.
        listens: whether the attacker's result is read from the wire, descriptor 3.

    Returns:
        What became of it: "went on" when the attack achieved nothing; else "stopped the class", "flooded", "took the memory", "was
        believed" or "handed over an object".
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
            faulthandler.disable()  # pytest's would print a page about each segmentation fault
            os.write(writing, _grade(answer, limits, listens).encode())
        finally:
            os._exit(0)
    os.close(writing)
    os.set_blocking(reading, False)
    until, said = time.monotonic() + PATIENCE, b""
    while not said and time.monotonic() < until and os.waitpid(child, os.WNOHANG) == (0, 0):
        time.sleep(0.02)
        said = _read(reading)
    said = said or _read(reading)
    try:
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
    except (ProcessLookupError, ChildProcessError):
        pass
    os.close(reading)
    return said.decode() or "stopped the class"


def _read(pipe: int) -> bytes:
    try:
        return os.read(pipe, 100)
    except BlockingIOError:
        return b""


def _grade(answer: str, limits: Limits, listens: bool) -> str:
    ours, theirs = socket.socketpair()
    os.dup2(theirs.detach(), 3)
    with tempfile.TemporaryFile("w+") as output:
        sys.stdout = output
        names: dict = {}
        exec("import torch\n" + answer, names)
        result = names["double"](3)
        if listens:
            message = _believe(ours)
            if callable(message):
                return "handed over an object"
            if "passed" in json.dumps(message):
                return "was believed"
        if output.tell() > 10 * limits.output:
            return "flooded"
    if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 > limits.memory:
        return "took the memory"
    exec("def double(x):\n    return 2 * x", other := {})
    return "went on" if other["double"](3) == 6 and result is not other else "stopped the class"


def _believe(wire: socket.socket) -> object:
    length, more = struct.unpack("!II", wire.recv(8))
    data = b""
    while len(data) < length + more:
        data += wire.recv(1 << 20)
    return json.loads(data) if data[:1] in b"[{" else pickle.loads(data)
