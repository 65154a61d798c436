"""What the guard refuses, each shown to succeed without it."""

import os

import nbformat
import pytest

from course_lib.grading import guard
from course_lib.grading.judge import Judge
from course_lib.grading.limits import Limits
from course_lib.grading.standins import StandInFunction

pytestmark = pytest.mark.skipif(bool(guard.missing()) and not os.environ.get("CI"), reason="; ".join(guard.missing()))

LIBC = """
import ctypes, os, sys, socket, signal
libc = ctypes.CDLL(None, use_errno=True)
boss = os.getppid()
def done(pid):
    return pid > 0 and os.waitpid(pid, 0)[1] == 0
"""
ATTACKS = {
    "read the library's references": "import torch\nopen(LIBRARY).read()",
    "read the password file": "open('/etc/passwd').read()",
    "list the home directory": "os.listdir(os.path.expanduser('~'))",
    "write a file": "open('/tmp/course-guard-test', 'w').write('x')",
    "read the zygote's environment": "open(f'/proc/{boss}/environ', 'rb').read()",
    "open the zygote's memory": "open(f'/proc/{boss}/mem', 'rb')",
    "open a socket": "socket.socket()",
    "open a socket by the C library": "assert libc.socket(2, 1, 0) >= 0",
    "fork": "pid = libc.fork()\nif pid == 0: os._exit(0)\nassert pid > 0",
    "start a program": "import _posixsubprocess\npid = libc.fork()\nif pid == 0:\n    os.execv('/bin/true', ['true'])\nassert done(pid)",
    "signal the zygote": "os.kill(boss, 0)",
    "slow the zygote down": "os.setpriority(os.PRIO_PROCESS, boss, os.getpriority(os.PRIO_PROCESS, boss))",
    "pin the zygote to a processor": "os.sched_setaffinity(boss, os.sched_getaffinity(boss))",
    "limit the zygote": "import resource\nresource.prlimit(boss, resource.RLIMIT_CORE, resource.prlimit(boss, resource.RLIMIT_CORE))",
    "change a file's mode": "os.chmod('/tmp', os.stat('/tmp').st_mode & 0o7777)",
    "change a file's time": "s = os.stat('/tmp'); os.utime('/tmp', ns=(s.st_atime_ns, s.st_mtime_ns))",
    "leave the session": "libc.setpgid(0, 0); pid = libc.fork()\nif pid == 0:\n    os.setsid(); os._exit(0)\nassert done(pid)",
}  # fmt: skip


def attack(start, body, isolation):
    body = body.replace("LIBRARY", repr(guard.__file__))
    code = LIBC + "def attack():\n    " + body.replace("\n", "\n    ") + "\n    return 'done'"
    process = start(code, "attack", isolation=isolation)
    assert process.ready, process.stop()
    return StandInFunction(process.end, 0, "attack", [])


@pytest.mark.parametrize("name", ATTACKS)
def test_the_guard_refuses_what_succeeds_without_it(start, name):
    assert attack(start, ATTACKS[name], "none")() == "done"
    shut_in = attack(start, ATTACKS[name], "guard")
    with pytest.raises((AssertionError, OSError)) as caught:
        shut_in()
    assert not shut_in._end.broken, caught.value


def test_honest_code_runs_shut_in(start):
    code = """
        import collections, decimal, matplotlib.pyplot as plt, numpy as np, statistics, threading, unittest.mock
        def f(x):
            plt.plot([1, 2]); plt.close()
            found = []
            thread = threading.Thread(target=lambda: found.append(np.linalg.inv(np.eye(2))[0, 0]))
            thread.start(); thread.join()
            import fractions, zoneinfo
            torch.optim.Adam([nn.Parameter(x)])
            return torch.softmax(x, -1).sum() + found[0]
    """
    process = start(code, "f", isolation="guard")
    import torch

    assert process.ready["errors"] == []
    assert StandInFunction(process.end, 0, "f", [])(torch.ones(3)).item() == pytest.approx(2)


def test_every_reference_passes_shut_in(make, made_up):
    assert {v.status for v in Judge(made_up, Limits(), "guard").notebook(nbformat.from_dict(made_up))} == {"passed"}


def test_an_isolation_that_is_not_there_is_refused(made_up):
    with pytest.raises(ValueError, match="no isolation 'moat'"):
        Judge(made_up, Limits(), "moat")
