"""One warm process that has everything imported and has computed nothing: it forks a fresh student process for each question.

Started by `warm.Zygote` as `python -m course_lib.grading.zygote FD SCRATCH USER`. It runs no student code itself. Over its control
channel it takes `fork` (with the socket of the new process), `computing` (is it?) and `stop` (kill and reap it, and say what it used).
Started by root for code that is to be shut in, it is an ordinary user from its first line on.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import resource
import signal
import socket
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

if __name__ == "__main__":  # not where it is imported: a test that reads this file would leave everyone after it without a GPU
    if sys.argv[3] != "-":
        os.setgroups([])
        os.setresgid(*[int(sys.argv[3])] * 3)
        os.setresuid(*[int(sys.argv[3])] * 3)
    os.environ |= {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": "", "MPLBACKEND": "Agg"}

import matplotlib.pyplot
import numpy as np  # noqa: F401
import torch
import torch._dynamo  # the first optimizer and the first gradient import it otherwise: a second in every fork
import torch.autograd.gradcheck
import torch.testing

from course_lib.grading import guard, student
from course_lib.grading.forbidden import matches, overridden
from course_lib.grading.wire import Channel, ClosedError

PR_SET_PDEATHSIG = 1
MOST_TASKS = 4096  # of the user, counted over all processes: far above what anyone runs, far below what a machine can hold
FIRST, HIGH = 3, 200  # where a student's process has its wire, and a place where nothing is yet


def main(control: int, scratch: str | None = None) -> None:
    """Serve the control channel until it closes.

    Args:
        control: the channel's descriptor.
        scratch: a folder in which a student's process may make files, and that is emptied after each.
    """
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
                empty(scratch)
            if request[1]["isolation"] != "none" and rules is None:
                rules = guard.file_rules(guard.readable(), scratch)
            look_up(request[1]["forbidden"])
            student.look_round()
            child = os.fork()
            if not child:
                sock.close()
                become_student(descriptors[0], request[1], rules, scratch)
            os.close(descriptors[0])
            channel.send(["forked", child])
        elif request[0] == "stop":
            told = stop(child, float(request[1])) if child else {}
            child = 0
            empty(scratch)
            channel.send(["stopped", told])
        elif request[0] == "computing":
            channel.send(["computing", computing(child)])


def look_up(patterns: list[str]) -> None:
    """Find what a question forbids, once for all forks: `matches` remembers. A pattern that names nothing fails in the fork."""
    with contextlib.suppress(Exception):
        matches(patterns)


def become_student(descriptor: int, limits: dict[str, Any], rules: int | None, scratch: str | None) -> None:
    """Turn this fork into a student's process; it never returns."""
    code = 70
    try:
        os.setsid()
        os.umask(0o077)
        os.chdir(scratch or "/")
        if scratch is not None:
            os.environ["HOME"] = os.environ["TMPDIR"] = tempfile.tempdir = scratch
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
    most = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    threads = MOST_TASKS if most == resource.RLIM_INFINITY else min(MOST_TASKS, most)
    resource.setrlimit(resource.RLIMIT_NPROC, (threads, threads))


def empty(scratch: str | None) -> None:
    """Remove every file in the scratch folder; there are no folders in it, for none can be made."""
    if scratch is not None:
        for entry in os.scandir(scratch):
            os.unlink(entry.path)


def computing(pid: int) -> bool:
    """Say whether a process is running or waiting for a processor, and not for anything else."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "R"
    except (OSError, IndexError):
        return False


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
    main(int(sys.argv[1]), None if sys.argv[2] == "-" else sys.argv[2])
