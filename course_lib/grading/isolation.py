"""How student code is shut in on this machine: what there is, the best of it, and a refusal in words where there is too little.

"guard" is Landlock and seccomp inside the student's process. "bubblewrap" is the guard and, round the warm process as well, a wall: no
network, its own process numbers, and a file system that holds Python and nothing of the class. "none" is a process and no more.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from functools import cache
from pathlib import Path

import course_lib
from course_lib.grading import guard

BEST_FIRST = ("bubblewrap", "guard")
ISOLATIONS = (*BEST_FIRST, "none")
CHOICES = ("auto", *ISOLATIONS)
WORDS = {
    "bubblewrap": "bubblewrap round the process that runs it, Landlock and seccomp inside",
    "guard": "Landlock and seccomp inside the process that runs it",
    "none": "none: it could read and change whatever the grader can",
}
NOBODY = 65534
SCRATCH, TEMPORARY = "/scratch", "/tmp"  # a student's process may write in the first; the second is the warm process's own
TRIAL = f"import os\nif os.getuid() == 0: os.setgroups([]); os.setresuid({NOBODY}, {NOBODY}, {NOBODY})\nimport course_lib, numpy"
SCRATCH_BYTES = 64 << 20
SYSTEM = ("/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/bin", "/usr/local/bin", "/usr/sbin", "/lib", "/lib64", "/bin", "/sbin")
SYSTEM_FILES = (
    "/usr/share/zoneinfo",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/alternatives",
    "/etc/fonts",
    "/usr/share/fonts",
    "/sys/devices/system/cpu",
)
KEPT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "TZ", "PYTHONPATH")


class IsolationError(RuntimeError):
    """The isolation that was asked for is not to be had here; nothing was judged."""


def resolve(asked: str) -> str:
    """Turn what was asked for into what will be in force.

    Args:
        asked: "auto" for the best there is, or one of `ISOLATIONS`.

    Returns:
        One of `ISOLATIONS`; never "none" unless "none" was asked for.

    Raises:
        ValueError: there is no such isolation.
        IsolationError: this machine lacks what it needs.

    Example:
        >>> resolve("none")
        'none'
    """
    if asked not in CHOICES:
        raise ValueError(f"there is no isolation {asked!r}; there are {', '.join(CHOICES[:-1])} and {CHOICES[-1]}")
    if asked == "none":
        return asked
    wanted = BEST_FIRST if asked == "auto" else (asked,)
    for kind in wanted:
        if not lacking(kind):
            return kind
    raise IsolationError(
        f"student code cannot be shut in on this machine. {'. '.join(lacking(wanted[-1]))}. Grade in the course's container image, or, "
        "if you trust every submission with your files, say --isolation none"
    )


@cache
def _lacking(kind: str) -> tuple[str, ...]:
    parts = guard.missing()
    if kind == "bubblewrap" and not parts:
        parts = _bubblewrap_missing()
    return tuple(parts)


def lacking(kind: str) -> list[str]:
    """Say what this machine lacks for a kind of isolation; empty when nothing."""
    return list(_lacking(kind))


def _bubblewrap_missing() -> list[str]:
    if shutil.which("bwrap") is None:
        return ["bubblewrap is not installed (Debian and Ubuntu: apt install bubblewrap)"]
    try:
        tried = subprocess.run(
            [*wall(), sys.executable, "-c", TRIAL], capture_output=True, text=True, timeout=30, env=environment(), check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return [f"bubblewrap does not work here: {error}"]
    said = tried.stderr.strip().splitlines()
    return [] if tried.returncode == 0 else [f"bubblewrap does not work here: {said[-1] if said else f'exit code {tried.returncode}'}"]


def wall() -> list[str]:
    """Return the command that runs what follows it inside bubblewrap: Python to be read, 64 MB of scratch, no network, nothing else."""
    command = ["bwrap", "--die-with-parent", "--new-session", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
    command += ["--unshare-cgroup-try", "--cap-drop", "ALL"]
    if os.geteuid() == 0:  # what the warm process needs to become an ordinary user, which it does before anything else
        command += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        command += ["--unshare-user"]
    shown = views()
    command += ["--perms", "1777", "--tmpfs", TEMPORARY]  # first: a course that lies under it is shown on top of it
    for folder in dict.fromkeys(str(folder) for path in shown for folder in reversed(Path(path).parents) if len(folder.parts) > 1):
        command += ["--perms", "0755", "--dir", folder]  # bubblewrap would make them for root alone
    for path in shown:
        command += ["--ro-bind-try", path, path]
    command += ["--proc", "/proc", "--dev", "/dev", "--perms", "1777", "--size", str(SCRATCH_BYTES), "--tmpfs", SCRATCH]
    return [*command, "--chdir", TEMPORARY, "--"]


def views() -> list[str]:
    """List what is visible inside the wall: Python, its packages, the system's libraries, and this library's own code."""
    prefixes = [path for path in (sys.base_prefix, sys.prefix) if Path(path) not in (Path("/usr"), Path("/usr/local"))]
    own = str(Path(course_lib.__file__).parent)
    return list(dict.fromkeys([*SYSTEM, *SYSTEM_FILES, sysconfig.get_path("stdlib"), *prefixes, own]))


def environment() -> dict[str, str]:
    """Return what student code may see of the environment: where Python is, and nothing of whoever grades."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    kept["PYTHONPATH"] = os.pathsep.join([str(Path(course_lib.__file__).parents[1]), *filter(None, [kept.get("PYTHONPATH", "")])])
    one = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"}
    return kept | one | {"HOME": TEMPORARY, "PYTHONDONTWRITEBYTECODE": "1"}


def ordinary_user(isolation: str) -> int | None:
    """Return the number of the user that student code runs as when the grader is root; None to stay who we are.

    Without the wall, another user must be able to read Python where it is; where it stands in root's own folders, the guard works alone.
    """
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or isolation == "none":
        return None
    if isolation == "bubblewrap" or all(open_to_all(path) for path in views()):
        return NOBODY
    return None


def open_to_all(path: str) -> bool:
    """Say whether any user may come to a folder and list it.

    Example:
        >>> open_to_all("/")
        True
    """
    place = Path(path)
    if not place.exists():
        return True
    place = place.resolve()
    return all(folder.stat().st_mode & 0o001 for folder in place.parents) and bool(place.stat().st_mode & 0o004)
