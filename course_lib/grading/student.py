"""What runs in the student's process: their cells, each graded name but one bound to its reference, then calls from the judge."""

from __future__ import annotations

import builtins
import importlib
import importlib.abc
import itertools
import math
import os
import signal
import sys
import threading
import types
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import course_lib
from course_lib.grading import guard
from course_lib.grading.cells import CellTimeout, NotInGrading, captured, new_namespace, run_cell
from course_lib.grading.exports import StudentEnd
from course_lib.grading.forbidden import TRUSTED, Trace
from course_lib.grading.references import reference_names
from course_lib.grading.wire import Channel, WireError

LIBRARY = str(Path(course_lib.__file__).parent)
NOT_THERE = ("course_lib", "transformers", "peft", "sklearn", "nbgrader", "tokenizers", "tiktoken")


def main(channel: Channel, rules: int | None = None) -> None:
    """Run the cells that the judge sends and answer its calls until it hangs up.

    Args:
        channel: the wire.
        rules: what this process may read, when it is to be shut in.
    """
    head, _ = channel.receive()
    spec = head[1]
    with captured(spec["output"]) as printed:
        shut(spec["grants"])
        trace = Trace(spec["forbidden"], (*TRUSTED, LIBRARY))
        if spec["isolation"] != "none":
            guard.close_in(-1 if rules is None else rules)
        found, errors = run_cells(spec, lambda number: channel.send(["cell", number]))
        defined = bool(found)
        tighten(spec["seconds"][1])
        channel.send(["ready", {"defined": defined, "errors": errors}])
        end = StudentEnd(channel, found[0] if defined else None, trace, printed)
        try:
            end.serve()
        except WireError:
            return


def run_cells(spec: dict[str, Any], progress: Callable[[int], None]) -> tuple[list[Any], list[dict[str, Any]]]:
    """Run a notebook's cells in order for one question.

    Args:
        spec: `cells` (each with `name`, `code`, `kind`: answer, locked or other), `question`, `setup`, `references`, `skip`, `seconds`.
        progress: called with a cell's number before it runs.

    Returns:
        What the question's own cell bound its name to, in a list that is empty when it did not; and the cells that failed.
    """
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    module.__dict__.update(new_namespace())
    names, question = module.__dict__, spec["question"]
    references = reference_names(spec["setup"], spec["references"])
    bound: dict[str, Any] = {}
    found: list[Any] = []
    errors: list[dict[str, Any]] = []
    for number, cell in enumerate(spec["cells"]):
        own = cell["name"] == question
        if own:
            names.pop(question, None)
        if number not in spec["skip"]:
            progress(number)
            seconds = spec["seconds"][1 if own else 0]
            error = run_cell(cell["code"], f"<cell {cell['name']}>", names, partial(cell_limit, seconds))
            if error is not None:
                errors.append({"number": number, "name": cell["name"], **error})
        if own and question in names:
            found = [names[question]]
            bound[question] = references[question] = names[question]
        elif cell["kind"] == "answer" and cell["name"] in spec["references"]:
            bound[cell["name"]] = references[cell["name"]]
        names.update(bound)  # after every cell: a cell further down may use such a name for something else
    return found, errors


@contextmanager
def cell_limit(seconds: float) -> Iterator[None]:
    """Stop the body when it has used that much processor time, or three times as much wall time."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: Any) -> None:
        raise CellTimeout(f"this cell took longer than {seconds:g} s and was stopped")

    old = [signal.signal(number, stop) for number in (signal.SIGPROF, signal.SIGALRM)]
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, 3 * seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in zip((signal.SIGPROF, signal.SIGALRM), old, strict=True):
            signal.signal(number, handler)


def tighten(seconds: float) -> None:
    """Leave so much processor time from now on: what the cells did not use is not for the question."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    wanted = math.ceil(used.ru_utime + used.ru_stime + seconds)
    if hard != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_CPU, (min(wanted, soft), hard))


def shut(granted: Sequence[Sequence[str]]) -> None:
    """Leave of `course_lib` only the granted names, and say clearly what is not there while a notebook is graded."""
    values = [(module, name, getattr(importlib.import_module(module), name)) for module, name in granted]
    for name in ours():
        sys.modules.pop(name, None)
    for module, name, value in values:
        parts = module.split(".")
        for length in range(1, len(parts) + 1):
            path = ".".join(parts[:length])
            sys.modules.setdefault(path, types.ModuleType(path)).__path__ = []
        setattr(sys.modules[module], name, value)
    sys.meta_path.insert(0, _NotThere())
    for owner, name, told in REFUSED:
        setattr(owner, name, refuse(told))


_known: tuple[int, list[str]] = (0, [])


def ours() -> list[str]:
    """List the modules of `course_lib` that are imported.

    A fork copies a page of memory for each name it looks at, so those that were there before the fork are not looked at again: see
    `look_round`. Modules are listed in the order of their import.
    """
    known, names = _known
    new = itertools.islice(reversed(sys.modules), max(0, len(sys.modules) - known))
    return names + [name for name in new if _is_ours(name)]


def look_round() -> None:
    """Remember which modules are imported: in the warm process, before a fork."""
    global _known
    _known = len(sys.modules), [name for name in sys.modules if _is_ours(name)]


def _is_ours(name: str) -> bool:
    return name.partition(".")[0] == "course_lib"


class _NotThere(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname: str, path: Any, target: Any = None) -> None:
        if fullname.split(".")[0] in NOT_THERE:
            raise ModuleNotFoundError(
                f"{fullname} is not there while a notebook is graded: an answer may use torch, numpy, matplotlib and the standard library",
                name=fullname,
            )


def refuse(told: str) -> Callable[..., Any]:
    """Return a function that says why it is not available."""

    def refused(*args: Any, **kwargs: Any) -> Any:
        raise NotInGrading(f"{told} while a notebook is graded: take it out, or put it into a cell that you delete before you hand in")

    return refused


def _refused() -> list[tuple[Any, str, str]]:
    import multiprocessing.process
    import subprocess

    processes = "other processes cannot be started"
    return [
        (builtins, "input", "input() has nobody to ask"),
        (subprocess.Popen, "__init__", processes),
        (multiprocessing.process.BaseProcess, "start", processes),
        *((os, name, processes) for name in ("fork", "system", "posix_spawn", "popen", "forkpty") if hasattr(os, name)),
    ]


REFUSED = _refused()
