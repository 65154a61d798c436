"""A student's own check: the visible checks of a notebook, run in one fresh process as the notebook itself would run them.

Nothing of the teacher's is here. The process is an ordinary one, started in the same way on Linux, macOS and Windows; it writes what it
found to a file, line by line, so that a crash or a hang loses only the question it happened in.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from course_lib.grading import submission
from course_lib.grading.problem import Problem, not_there
from course_lib.grading.source import is_answer, is_test, question_of

POLL = 0.05


@dataclass(kw_only=True)
class Checked:
    """One cell of checks: what became of it.

    Args:
        cell: the cell's name.
        question: the function or class it is about.
        points: what it is worth in grading.
        status: "passed", "failed", "not done", "timed out", "crashed" or "not run".
        label, message, mistake, example: the author's words about the first check that failed, as the notebook shows them.
    """

    cell: str
    question: str
    points: float
    status: str = "not run"
    label: str = ""
    message: str = ""
    mistake: str = ""
    example: str = ""


@dataclass(kw_only=True)
class Outcome:
    """What a run found.

    Args:
        checks: every cell of checks, in order.
        remarks: cells of the student's own that stopped with an error, and repairs of the file.
    """

    checks: list[Checked]
    remarks: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether every check passed."""
        return all(check.status == "passed" for check in self.checks)


def run(
    path: Path,
    question: str | None = None,
    *,
    patience: float = 60.0,
    show_output: bool = False,
    progress: Callable[[str], None] = lambda cell: None,
) -> Outcome:
    """Run a notebook's cells and its visible checks.

    Args:
        path: the notebook.
        question: check this function or class alone; everything when None.
        patience: seconds a single cell may take.
        show_output: let the cells print to the terminal.
        progress: called with the name of each check as it begins.

    Returns:
        What was found.

    Raises:
        Problem: no such file or question, a file that is no notebook, or a notebook without checks.
    """
    notebook, notes = load(path)
    tests = [cell for cell in notebook.cells if is_test(cell) and _says_something(cell.source)]
    names = list(
        dict.fromkeys(
            [
                *(c.metadata.nbgrader["grade_id"] for c in notebook.cells if is_answer(c)),
                *(question_of(t.metadata.nbgrader["grade_id"]) for t in tests),
            ]
        )
    )
    if not tests:
        raise Problem(
            f"{path.name} has no cells of checks: it is not one of the course's notebooks, or they were deleted. "
            "Take the released notebook and copy your answers into it."
        )
    if question is not None and question not in names:
        raise not_there("question", question, path.name, names)
    checks = [
        Checked(
            cell=cell.metadata.nbgrader["grade_id"],
            question=question_of(cell.metadata.nbgrader["grade_id"]),
            points=float(cell.metadata.nbgrader.get("points") or 0),
        )
        for cell in tests
        if question in (None, question_of(cell.metadata.nbgrader["grade_id"]))
    ]
    outcome = Outcome(checks=checks, remarks=notes)
    by_name = {check.cell: check for check in checks}
    left = list(by_name)
    while left:  # once; again for the checks after one that hung or took its process with it
        for event in _events(path, notebook, left, patience, show_output):
            _take(event, by_name, outcome, progress)
        after = [cell for cell in left if by_name[cell].status == "not run"]
        left = after if len(after) < len(left) else []
    outcome.remarks = list(dict.fromkeys(outcome.remarks))
    return outcome


def load(path: Path) -> tuple[Any, list[str]]:
    """Read a student's notebook, or say what is wrong and what notebooks there are."""
    if not path.is_file():
        near = (
            sorted({*path.parent.glob("*.ipynb"), *Path.cwd().glob("*.ipynb"), *Path.cwd().glob("exercises/*/*.ipynb")})
            if path.parent.is_dir()
            else []
        )
        inside = sorted(path.glob("*.ipynb")) if path.is_dir() else []
        raise not_there("notebook", str(path), path if inside else path.parent.resolve(), [_short(p) for p in inside or near])
    found = submission.read(path)
    if found.notebook is None:
        raise Problem(f"{path} cannot be read: {'; '.join(found.notes)}")
    return found.notebook, found.notes


def _short(path: Path) -> str:
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


def _take(event: dict[str, Any], by_name: dict[str, Checked], outcome: Outcome, progress: Callable[[str], None]) -> None:
    kind = event.pop("event")
    if kind == "begin":
        progress(event["cell"])
    elif kind == "remark":
        outcome.remarks.append(event["text"])
    elif kind == "check":
        check = by_name[event.pop("cell")]
        for key, value in event.items():
            setattr(check, key, value)
    elif kind == "lost":
        check_name = event["cell"]
        if check_name in by_name:
            by_name[check_name].status, by_name[check_name].message = event["status"], event["text"]
        else:
            outcome.remarks.append(f"{event['text']} It was in {check_name or 'the start of the notebook'}; nothing after it was run.")


def _events(path: Path, notebook: Any, tests: list[str], patience: float, show_output: bool) -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory(prefix="course-check-", ignore_cleanup_errors=True) as scratch:
        job, log = Path(scratch) / "job.json", Path(scratch) / "events.jsonl"
        log.touch()
        cells = [
            {"name": _place(i, cell), "source": cell.source, "test": is_test(cell)}
            for i, cell in enumerate(notebook.cells, start=1)
            if _runs(cell, tests)
        ]
        job.write_text(json.dumps({"cells": cells, "folder": str(path.resolve().parent)}), encoding="utf-8")
        environment = os.environ | {"PYTHONIOENCODING": "utf-8", "PYTHONUTF8": "1", "MPLBACKEND": "agg"}
        quiet = None if show_output else subprocess.DEVNULL
        command = [sys.executable, "-m", "course_lib.grading.check_child", str(job), str(log)]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=quiet, stderr=quiet, env=environment)
        try:
            yield from _follow(process, log, patience)
        finally:
            process.kill()
            process.wait()


def _follow(process: subprocess.Popen[bytes], log: Path, patience: float) -> Iterator[dict[str, Any]]:
    running, since, finished = "", time.monotonic(), False
    with log.open(encoding="utf-8") as lines:
        rest = ""
        while True:
            ended = process.poll() is not None
            rest += lines.read()
            *whole, rest = rest.split("\n")
            for event in map(json.loads, whole):
                since = time.monotonic()
                running = event.get("cell", running) if event["event"] == "begin" else running
                finished = finished or event["event"] == "end"
                if event["event"] != "end":
                    yield event
            if ended or finished:
                break
            if time.monotonic() - since > patience:
                yield {
                    "event": "lost",
                    "cell": running,
                    "status": "timed out",
                    "text": f"a cell was still running after {patience:g} s and was stopped; look for a loop that does not end.",
                }
                return
            time.sleep(POLL)
    if not finished:
        yield {
            "event": "lost",
            "cell": running,
            "status": "crashed",
            "text": f"the process ended by itself (exit code {process.returncode}) while a cell was running.",
        }


def _says_something(source: str) -> bool:
    """Say whether a cell of checks holds any: one whose checks are all hidden is an import and nothing else in a student's notebook."""
    try:
        body = ast.parse(source).body
    except SyntaxError:
        return True
    return any(not isinstance(node, ast.Import | ast.ImportFrom | ast.Pass) for node in body)


def _runs(cell: Any, tests: list[str]) -> bool:
    if cell.cell_type != "code" or "demonstration" in cell.metadata.get("tags", []):
        return False
    return not is_test(cell) or cell.metadata.nbgrader["grade_id"] in tests


def _place(position: int, cell: Any) -> str:
    return str(cell.metadata.get("nbgrader", {}).get("grade_id") or f"cell {position}")
