"""Turn executed chapters into pages: `jupyter-book build -W`, which must find every result in the cache."""

from __future__ import annotations

import dataclasses
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

from course_lib.book.cache import VARIABLE

NEEDED = {
    "jupyter_book": "jupyter-book",
    "myst_nb": "myst-nb",
    "jupyter_cache": "jupyter-cache",
    "nbclient": "nbclient",
    "anywidget": "anywidget",
}
_RAN = re.compile(r"Executing notebook using")
_COLOUR_CODES = re.compile(r"\x1b\[[0-9;]*m")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Built:
    """What the Sphinx build did.

    Attributes:
        code: its exit code; 0 when every page was written without a warning.
        ran: how many chapters it ran itself, which should be none.
        complaints: its warnings and errors.
        page: the front page.
    """

    code: int
    ran: int
    complaints: str
    page: Path


def missing_packages() -> list[str]:
    """The packages the build needs that are not installed.

    Example:
        >>> missing_packages()
        []
    """
    return [package for module, package in NEEDED.items() if importlib.util.find_spec(module) is None]


def build(root: Path, cache: Path) -> Built:
    """Build every page that is out of date.

    Args:
        root: the folder of `_config.yml` and `_toc.yml`.
        cache: the execution cache that holds every chapter's results.

    Returns:
        What happened. The log is in `_build/book.log`.
    """
    arguments = [str(root / "book"), "--config", str(root / "_config.yml"), "--toc", str(root / "_toc.yml"), "--path-output", str(root)]
    code = "import sys; from jupyter_book.cli.main import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "build", *arguments, "-W", "--keep-going"]
    environment = {**os.environ, VARIABLE: str(cache)}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    log = _COLOUR_CODES.sub("", done.stdout + "\n" + done.stderr)
    (root / "_build").mkdir(exist_ok=True)
    (root / "_build" / "book.log").write_text(log, encoding="utf-8")
    complaints = "\n".join(
        line for line in _COLOUR_CODES.sub("", done.stderr).splitlines() if re.search(r"WARNING|ERROR|Error|error:", line)
    )
    return Built(code=done.returncode, ran=len(_RAN.findall(log)), complaints=complaints, page=root / "_build" / "html" / "index.html")
