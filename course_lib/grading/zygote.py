"""One warm process that has everything imported and has computed nothing: it forks a fresh student process for each question.

Started by `process.Zygote` as `python -m course_lib.grading.zygote FD`. It runs no student code itself. Over its control channel it takes
`fork` (with the socket of the new process) and `stop` (kill and reap it, and say what it used).
"""

from __future__ import annotations

import ctypes
import gc
import os
import resource
import signal
import socket
import sys
import time
from typing import Any

os.environ |= {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": "", "MPLBACKEND": "Agg"}

import matplotlib.pyplot
import numpy as np  # noqa: F401
import torch
import torch._dynamo  # the first optimizer and the first gradient import it otherwise: a second in every fork
import torch.autograd.gradcheck
import torch.testing

from course_lib.grading import guard, student
from course_lib.grading.forbidden import overridden
from course_lib.grading.wire import Channel, ClosedError

PR_SET_PDEATHSIG = 1
FIRST, HIGH = 3, 200  # where a student's process has its wire, and a place where nothing is yet


def main(control: int) -> None:
    """Serve the control channel until it closes."""
    torch.set_num_threads(1)
    matplotlib.pyplot.rcParams["figure.max_open_warning"] = 0
    overridden()
    gc.collect()
    gc.freeze()  # so that a collection in a fork does not touch, and thereby copy, everything imported here
    sock = socket.socket(fileno=control)
    channel = Channel(sock)
    channel.send(["up"])
    child, rules = 0, None
    while True:
        try:
            request, _ = channel.receive()
        except ClosedError:
            if child:
                stop(child)
            return
        if request[0] == "fork":
            _, descriptors, _, _ = socket.recv_fds(sock, 1, 1)
            if child:
                stop(child)
            if request[1]["isolation"] != "none" and rules is None:
                rules = guard.file_rules(guard.readable())
            child = os.fork()
            if not child:
                sock.close()
                become_student(descriptors[0], request[1], rules)
            os.close(descriptors[0])
            channel.send(["forked", child])
        elif request[0] == "stop":
            told = stop(child, float(request[1])) if child else {}
            child = 0
            channel.send(["stopped", told])


def become_student(descriptor: int, limits: dict[str, Any], rules: int | None) -> None:
    """Turn this fork into a student's process; it never returns."""
    code = 70
    try:
        os.setsid()
        die_with_parent()
        nothing = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(nothing, standard)
        high = [os.dup2(number, HIGH + place) for place, number in enumerate((descriptor, rules)) if number is not None]
        kept = [os.dup2(number, FIRST + place) for place, number in enumerate(high)]
        os.closerange(FIRST + len(kept), 4096)
        limit(limits)
        student.main(Channel(socket.socket(fileno=FIRST), limit=limits["message"]), FIRST + 1 if len(kept) > 1 else None)
        code = 0
    finally:
        os._exit(code)


def limit(limits: dict[str, Any]) -> None:
    """Take on the limits of a question."""
    seconds = int(limits["seconds"])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_DATA, (limits["memory"], limits["memory"]))
    resource.setrlimit(resource.RLIMIT_FSIZE, (limits["scratch"], limits["scratch"]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))


def die_with_parent() -> None:
    """Ask the kernel to kill this process when its parent ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def stop(child: int, grace: float = 0.0) -> dict[str, Any]:
    """Kill a student's process with everything of its session, and say how it had ended before that.

    One that is on its way out closes its wire first; `grace` is how long to wait for the rest of its end.
    """
    ended, until = None, time.monotonic() + grace
    while ended is None:
        ended = os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if ended is None and time.monotonic() >= until:
            break
        if ended is None:
            time.sleep(0.002)
    for kill, target in ((os.killpg, child), (os.kill, child)):
        try:
            kill(target, signal.SIGKILL)
        except ProcessLookupError:
            continue
    _, status, usage = os.wait4(child, 0)
    signalled = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    return {
        "by_itself": ended is not None,
        "signal": signalled,
        "code": os.WEXITSTATUS(status) if os.WIFEXITED(status) else 0,
        "seconds": usage.ru_utime + usage.ru_stime,
        "memory": usage.ru_maxrss * 1024,
    }


if __name__ == "__main__":
    main(int(sys.argv[1]))
