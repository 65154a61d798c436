"""One grading run at a time on a class: the second says who holds the lock, and a run that was killed holds nothing."""

from __future__ import annotations

import getpass
import json
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from course_lib.grading.problem import Problem

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


class Held(Problem):
    """Another run holds the lock; the message says whose it is and since when."""

    exit_code = 3


@contextmanager
def locked(folder: Path, doing: str) -> Iterator[None]:
    """Hold the class's lock while the body runs.

    The system's own file lock is used, which ends with its process however that ends: there is no stale lock to clean up. The file's
    content only says who it is.

    Args:
        folder: the class folder.
        doing: what is being done, for the message that another run gets.

    Raises:
        Held: another process has it.
    """
    path = folder / "course.lock"
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Problem(f"cannot write the lock {path}: {error.strerror}. Is the class folder yours?") from error
    try:
        if not _take(handle):
            raise Held(_held(path))
        about = {
            "who": user(),
            "pid": os.getpid(),
            "host": socket.gethostname(),
            "since": datetime.now().astimezone().isoformat(timespec="seconds"),
            "doing": doing,
        }
        os.ftruncate(handle, 0)
        os.pwrite(handle, json.dumps(about).encode(), 0) if hasattr(os, "pwrite") else os.write(handle, json.dumps(about).encode())
        yield
    finally:
        os.close(handle)


def user() -> str:
    """Name the user, or say "unknown" where the system has no name for it."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "unknown"


def _take(handle: int) -> bool:
    if fcntl is not None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
    if sys.platform == "win32":
        import msvcrt

        try:
            os.lseek(handle, 1 << 20, os.SEEK_SET)  # a byte beyond the text, so that the text stays readable
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            os.lseek(handle, 0, os.SEEK_SET)
        except OSError:
            return False
    return True


def _held(path: Path) -> str:
    try:
        about: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return (
            f"{about['who']} holds the class: {about['doing']}, process {about['pid']} on {about['host']}, since {about['since']}. "
            f"Nothing was changed; wait for it to end ({path})."
        )
    except (OSError, ValueError, KeyError):
        return f"another run is just starting on this class. Nothing was changed; try again in a moment ({path})."
