"""The same attacks against a grader who is an ordinary user, and where no user namespaces can be made, so that the guard stands alone.

Bubblewrap makes both: inside it the tests run as user 1000 without any capability, or as root that cannot make namespaces either.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def attacked(user: int, *, namespaces: bool, only: str | None = None) -> str:
    """Run the attacks as a user, with or without user namespaces to be had; return what pytest said at the end."""
    wrap = ["bwrap", "--unshare-user", "--uid", str(user), "--gid", str(user), "--dev-bind", "/", "/"]
    wrap += [] if namespaces else ["--disable-userns"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(HERE / "test_attacks.py")]
    command += ["-k", only] if only else []
    environment = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("PYTEST")}
    done = subprocess.run([*wrap, *command], env=environment, capture_output=True, text=True, check=False, cwd=HERE.parents[1])
    return done.stdout[-4000:] + done.stderr[-2000:] if done.returncode else "all refused"


@pytest.mark.parametrize(("user", "namespaces"), [(1000, True), (1000, False)])
def test_the_boundary_holds_for_an_ordinary_user(user: int, namespaces: bool) -> None:
    """A handful in `make test`; all of them below."""
    assert attacked(user, namespaces=namespaces, only="environment or honest or mark") == "all refused"


@pytest.mark.long
@pytest.mark.parametrize(("user", "namespaces"), [(1000, True), (1000, False), (0, False)])
def test_every_attack_is_refused(user: int, namespaces: bool) -> None:
    assert attacked(user, namespaces=namespaces) == "all refused"
