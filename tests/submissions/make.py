"""The sample class of twelve: one notebook of each kind that a teaching assistant meets, made from the set as it stands now.

`course sample-class` calls `write`; the tests call it too. Nothing is kept in the repository but this file, so that the class follows
the set. Called twice, it writes the same bytes.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import nbformat
from nbformat.notebooknode import NotebookNode

from course_lib.grading.paths import Course
from course_lib.grading.source import SOLUTION, Source, grade_id

DUE = datetime(2026, 10, 5, 23, 59)
IN_TIME, TOO_LATE = "2026-10-05 20:14:00 UTC", "2026-10-07 02:30:00 UTC"


class Kit:
    """What the students work with: the released notebook and the reference answers."""

    def __init__(self, course: Course, name: str) -> None:
        self.source = Source.read(course.source(name))
        self.topic = self.source.path.stem
        self._released = nbformat.read(course.exercises / name / f"{self.topic}.ipynb", as_version=4)

    def released(self) -> NotebookNode:
        """Return the notebook as a student gets it."""
        return copy.deepcopy(self._released)

    def answer(self, question: str) -> str:
        """Return the reference answer to a question."""
        lines = self.source.cells[question].source.split("\n")
        return "\n".join(line for line in lines if line.strip() not in (f"### BEGIN {SOLUTION}", f"### END {SOLUTION}"))

    def solved(self, **instead: str | None) -> NotebookNode:
        """Return the notebook with every question answered right, except those named: other code, or None for not attempted."""
        notebook = self.released()
        for cell in notebook.cells:
            question = grade_id(cell)
            if question in self.source.questions:
                text = instead.get(question, self.answer(question))
                cell.source = cell.source if text is None else text
        return notebook

    def find(self, notebook: NotebookNode, name: str) -> int:
        """Return the position of a cell."""
        return next(i for i, cell in enumerate(notebook.cells) if grade_id(cell) == name)


def changed(text: str, old: str, new: str) -> str:
    """Replace a piece of an answer that must be there: when the set changes, this says so at once."""
    if old not in text:
        raise ValueError(f"the sample class needs {old!r} in the reference answer, which now reads:\n{text}")
    return text.replace(old, new)


def full_marks(kit: Kit) -> NotebookNode:
    return kit.solved()


def partial(kit: Kit) -> NotebookNode:
    unscaled = changed(kit.answer("attention"), " / math.sqrt(q.shape[-1])", "")
    return kit.solved(attention=unscaled, MultiHeadAttention=None)


def empty(kit: Kit) -> NotebookNode:
    return kit.released()


def duplicated_test(kit: Kit) -> NotebookNode:
    notebook = kit.solved()
    at = kit.find(notebook, "test-softmax")
    notebook.cells.insert(at + 1, copy.deepcopy(notebook.cells[at]))
    return notebook


def deleted_test(kit: Kit) -> NotebookNode:
    notebook = kit.solved()
    del notebook.cells[kit.find(notebook, "test-attention")]
    return notebook


def infinite_loop(kit: Kit) -> NotebookNode:
    return kit.solved(merge_heads="def merge_heads(x):\n    while x.dim() > 0:\n        pass\n    return x\n")


def process_exit(kit: Kit) -> NotebookNode:
    return kit.solved(split_heads="import os\n\ndef split_heads(x, num_heads):\n    os._exit(0)\n")


def warnings_on_stderr(kit: Kit) -> NotebookNode:
    noisy = 'import sys\nimport warnings\n\nwarnings.warn("this cell is only loud")\n' + changed(
        kit.answer("softmax"),
        "    largest =",
        '    print("softmax is called", file=sys.stderr)\n    warnings.warn("and called again")\n    largest =',
    )
    return kit.solved(softmax=noisy)


CLASS: dict[str, Callable[[Kit], NotebookNode]] = {
    "full-marks": full_marks,
    "partial": partial,
    "empty": empty,
    "late": full_marks,
    "unparsable": full_marks,
    "duplicated-test": duplicated_test,
    "deleted-test": deleted_test,
    "renamed": full_marks,
    "infinite-loop": infinite_loop,
    "process-exit": process_exit,
    "stderr-warnings": warnings_on_stderr,
    "Zoë-Ångström-李": full_marks,
}


def write(course: Course, name: str) -> list[str]:
    """Write the twelve submissions into a class and return the students' names."""
    kit = Kit(course, name)
    for student, make in CLASS.items():
        folder = course.submitted / student / name
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(make(kit), indent=1, ensure_ascii=False)
        if student == "unparsable":
            text = text[: len(text) // 2]
        file = "my attention, final (2).ipynb" if student == "renamed" else f"{kit.topic}.ipynb"
        _put(folder / file, text)
        _put(folder / "timestamp.txt", TOO_LATE if student == "late" else IN_TIME)
    return list(CLASS)


def _put(path: Path, text: str) -> None:
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
