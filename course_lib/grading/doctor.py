"""What this machine offers: each part, what it is for, and the line that installs it when it is missing."""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from course_lib.grading.isolation import WORDS, IsolationError, lacking, ordinary_user, resolve

LANDLOCK_CREATE_RULESET = 444  # the same number on every architecture Linux runs on
LANDLOCK_CREATE_RULESET_VERSION = 1


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One part of the machine.

    Args:
        name: what it is.
        state: "ok", "missing" or "note".
        found: what was found.
        purpose: what the course uses it for.
        remedy: the line that helps when it is missing.
    """

    name: str
    state: str
    found: str
    purpose: str
    remedy: str = ""


def examine(class_folder: Path) -> list[Finding]:
    """Look at every part, without changing anything."""
    parts: list[Callable[[], Finding]] = [
        _python,
        _torch,
        _gpu,
        _nbgrader,
        _chromium,
        _isolation,
        _bubblewrap,
        _user_namespaces,
        _landlock,
        _libseccomp,
        lambda: _class_folder(class_folder),
    ]
    return [part() for part in parts]


def _python() -> Finding:
    fits = (3, 11) <= sys.version_info[:2] <= (3, 13)
    return Finding(
        name="Python",
        state="ok" if fits else "missing",
        found=f"{platform.python_version()} at {sys.executable}",
        purpose="everything",
        remedy="install Python 3.11, 3.12 or 3.13",
    )


def _package(name: str, purpose: str, extra: str = "") -> Finding:
    wanted = f'pip install "course_lib[{extra}]"' if extra else f"pip install {name}"
    try:
        return Finding(name=name, state="ok", found=version(name), purpose=purpose)
    except PackageNotFoundError:
        return Finding(name=name, state="missing", found="not installed", purpose=purpose, remedy=wanted)


def _torch() -> Finding:
    return _package("torch", "the reference library, the notebooks and the judge")


def _nbgrader() -> Finding:
    return _package("nbgrader", "releasing, grading, Formgrader", "grading")


def _gpu() -> Finding:
    purpose = "faster training in the last chapters and in make bench; nothing needs it"
    if find_spec("torch") is None:
        return Finding(name="GPU", state="note", found="unknown without torch", purpose=purpose)
    import torch

    if torch.cuda.is_available():
        return Finding(name="GPU", state="ok", found=f"{torch.cuda.get_device_name()} (CUDA)", purpose=purpose)
    if torch.backends.mps.is_available():
        return Finding(name="GPU", state="ok", found="Apple GPU (MPS)", purpose=purpose)
    return Finding(name="GPU", state="note", found="none; the CPU is used", purpose=purpose)


def _chromium() -> Finding:
    path = next((p for p in map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome")) if p), None)
    return Finding(
        name="Chromium",
        state="ok" if path else "missing",
        found=path or "not found",
        purpose="tests of pages, labs and accessibility",
        remedy="sudo apt install chromium",
    )


def _isolation() -> Finding:
    purpose = (
        "what `course grade` and nbgrader use without --isolation; a process apart from the tests stops hooks, patches and forged marks"
    )
    try:
        kind = resolve("auto")
    except IsolationError as error:
        return Finding(name="isolation", state="missing", found="none to be had", purpose=purpose, remedy=str(error))
    user = (
        "" if os.name != "posix" or os.geteuid() != 0 or ordinary_user(kind) else "; as root, for no other user can read Python where it is"
    )
    return Finding(name="isolation", state="ok", found=f"{kind}: {WORDS[kind]}{user}", purpose=purpose)


def _bubblewrap() -> Finding:
    parts = lacking("bubblewrap")
    return Finding(
        name="bubblewrap",
        state="missing" if parts else "ok",
        found="; ".join(parts) or f"{shutil.which('bwrap')}, works",
        purpose="the outer wall: hides the class, other processes and the network, gives 64 MB of scratch, leaves no orphans",
        remedy="sudo apt install bubblewrap; where it cannot work (in most containers) Landlock and seccomp carry the isolation alone",
    )


def _user_namespaces() -> Finding:
    purpose = "what bubblewrap stands on when the grader is not root"
    remedy = "allow them (sysctl kernel.unprivileged_userns_clone=1), or rely on Landlock and seccomp"
    unshare = shutil.which("unshare")
    if not sys.platform.startswith("linux") or unshare is None:
        return Finding(
            name="user namespaces",
            state="missing",
            found="not on this system",
            purpose=purpose,
            remedy="grade in the course's container image",
        )
    tried = subprocess.run([unshare, "--user", "--map-root-user", "true"], capture_output=True, text=True, check=False)
    if tried.returncode == 0:
        return Finding(name="user namespaces", state="ok", found="can be made", purpose=purpose)
    return Finding(name="user namespaces", state="missing", found=tried.stderr.strip() or "refused", purpose=purpose, remedy=remedy)


def landlock_abi() -> int:
    """Return the kernel's Landlock version; 0 when it has none."""
    if not sys.platform.startswith("linux"):
        return 0
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    return max(
        0,
        int(
            libc.syscall(ctypes.c_long(LANDLOCK_CREATE_RULESET), None, ctypes.c_size_t(0), ctypes.c_uint32(LANDLOCK_CREATE_RULESET_VERSION))
        ),
    )


def _landlock() -> Finding:
    abi = landlock_abi()
    return Finding(
        name="Landlock",
        state="ok" if abi else "missing",
        found=f"ABI {abi}" if abi else "not in this kernel",
        purpose="stops reading and writing files: gradebook, sources, other submissions, /proc of others, links to any of them",
        remedy="a Linux kernel of 5.13 or later with Landlock switched on",
    )


def _libseccomp() -> Finding:
    from ctypes.util import find_library

    found = find_library("seccomp")
    return Finding(
        name="libseccomp",
        state="ok" if found else "missing",
        found=found or "not found",
        purpose="stops fork bombs, orphans, programs, sockets, signals, ptrace, and changed priorities or processors of others",
        remedy="sudo apt install libseccomp2",
    )


def _class_folder(folder: Path) -> Finding:
    purpose = "submissions, gradebook and feedback; only you may read it"
    if not folder.exists():
        return Finding(name="class folder", state="note", found=f"{folder} is not there yet; the first use makes it", purpose=purpose)
    mode = folder.stat().st_mode & 0o777
    if os.name == "posix" and mode & 0o077:
        return Finding(
            name="class folder",
            state="missing",
            found=f"{folder} is open to others (mode {mode:o})",
            purpose=purpose,
            remedy=f"chmod 700 {folder}",
        )
    if not os.access(folder, os.W_OK):
        return Finding(
            name="class folder",
            state="missing",
            found=f"{folder} cannot be written",
            purpose=purpose,
            remedy="name another with --class DIR",
        )
    return Finding(name="class folder", state="ok", found=f"{folder} (mode {mode:o})", purpose=purpose)
