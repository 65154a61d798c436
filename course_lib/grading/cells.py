"""Running a notebook's cells one by one without a kernel: what they print is kept, one that fails does not stop the next."""

from __future__ import annotations

import ast
import builtins
import io
import linecache
import re
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any

from course_lib.grading.exports import where
from course_lib.grading.peer import safe_text

MAGIC = re.compile(r"^(\s*)([%!].*|.*\?)$")
TRANSPARENT = ("%%time", "%%timeit", "%%capture")


class NotInGrading(RuntimeError):  # noqa: N818  (a student reads it)
    """Something a notebook can do and a process being graded cannot."""


class CellTimeout(BaseException):
    """A cell took longer than it may; not an `Exception`, so that the student's `except` does not catch it."""


class Printed(io.TextIOBase):
    """Keeps what is printed, up to a number of characters.

    Example:
        >>> out = Printed(5)
        >>> print("a long line", file=out)
        >>> out.text()
        'a lon\\n[more than 5 characters were printed; the rest is left out]'
    """

    def __init__(self, limit: int) -> None:
        self.limit, self.parts, self.size, self.full = limit, [], 0, False  # type: ignore[var-annotated]

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        room = self.limit - self.size
        if room > 0 and text:
            self.parts.append(str(text)[:room])
            self.size += len(self.parts[-1])
        self.full = self.full or len(text) > room
        return len(text)

    def text(self) -> str:
        """Return what was kept."""
        rest = f"\n[more than {self.limit} characters were printed; the rest is left out]" if self.full else ""
        return "".join(self.parts) + rest


def compile_cell(code: str, filename: str) -> types.CodeType:
    """Compile a cell; lines of IPython's own (`%matplotlib inline`, `!pip install`, `name?`) are skipped.

    Raises:
        SyntaxError: it is not Python.
        NotInGrading: it is a cell for another interpreter, such as `%%bash`.

    Example:
        >>> exec(compile_cell("%matplotlib inline\\nprint(1)", "<cell 1>"))
        1
    """
    lines = code.split("\n")
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    if lines[first].startswith("%%"):
        magic = lines[first].split()[0]
        if magic not in TRANSPARENT:
            raise NotInGrading(f"{magic} cells do not run while a notebook is graded; write the cell in Python")
        lines[first] = ""
        code = "\n".join(lines)
    linecache.cache[filename] = (len(code), None, [line + "\n" for line in lines], filename)
    try:
        return compile(code, filename, "exec", dont_inherit=True)
    except SyntaxError:
        skipped = [MAGIC.sub(r"\1pass", line) for line in lines]
        if skipped == lines:
            raise
        return compile("\n".join(skipped), filename, "exec", dont_inherit=True)


def run_cell(code: str, filename: str, namespace: dict[str, Any], limit: Callable[[], Any]) -> dict[str, Any] | None:
    """Run one cell in a namespace.

    Args:
        code: the cell's source.
        filename: what tracebacks call it.
        namespace: its global names.
        limit: makes a context manager that raises `CellTimeout` when the cell takes too long.

    Returns:
        None, or the exception that stopped it: its type, message, line and traceback.
    """
    try:
        with limit():
            exec(compile_cell(code, filename), namespace)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit too: it ends the cell and nothing else
        return {"type": type(error).__name__, "text": safe_text(error)} | where(error)
    return None


def new_namespace() -> dict[str, Any]:
    """Return the global names of a fresh notebook."""
    return {"__name__": "__main__", "__builtins__": builtins, "display": print}


@contextmanager
def captured(limit: int) -> Iterator[Printed]:
    """Keep what the body prints."""
    printed = Printed(limit)
    with redirect_stdout(printed), redirect_stderr(printed):
        yield printed


def is_empty(code: str) -> bool:
    """Say whether a cell holds no statement at all.

    Example:
        >>> is_empty("# YOUR CODE HERE"), is_empty("x = 1")
        (True, False)
    """
    try:
        return not ast.parse(code).body
    except SyntaxError:
        return False
