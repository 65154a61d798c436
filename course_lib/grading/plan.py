"""What a source notebook says about grading, read once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import nbformat
from nbformat.notebooknode import NotebookNode

from course_lib.grading.references import Grant, grants
from course_lib.grading.source import grade_id, is_answer, is_demonstration, is_test, question_of


@dataclass(frozen=True)
class Plan:
    """The cells of a source notebook by their part in grading.

    Args:
        setup: the locked set-up cells, by name.
        references: each solution cell's code, by name.
        tests: each test cell's code, by name.
        forbidden: patterns of forbidden calls by question, `*` for all.
    """

    setup: dict[str, str]
    references: dict[str, str]
    tests: dict[str, str]
    forbidden: dict[str, list[str]]

    @classmethod
    def of(cls, source: Any) -> Plan:
        """Read a source notebook, or the release of one."""
        notebook = as_notebook(source)
        cells = [(grade_id(cell), cell) for cell in notebook.cells if cell.cell_type == "code" and grade_id(cell)]
        return cls(
            setup={name: cell.source for name, cell in cells if is_setup(cell)},
            references={name: cell.source for name, cell in cells if is_answer(cell)},
            tests={name: cell.source for name, cell in cells if is_test(cell)},
            forbidden={name: list(calls) for name, calls in notebook.metadata.get("course", {}).get("forbidden", {}).items()},
        )

    def tests_of(self, question: str) -> list[str]:
        """Return the test cells of a question."""
        return [test for test in self.tests if question_of(test) == question]

    def forbidden_in(self, question: str) -> list[str]:
        """Return the patterns of the calls that a question forbids."""
        return self.forbidden.get("*", []) + self.forbidden.get(question, [])

    def others(self, question: str) -> dict[str, str]:
        """Return the references of every name but one."""
        return {name: code for name, code in self.references.items() if name != question}

    def grants(self) -> list[Grant]:
        """Return what the set-up cells import from `course_lib`: module and name."""
        return sorted({grant for code in self.setup.values() for grant in grants(code)})


def as_notebook(notebook: Any) -> NotebookNode:
    """Return a notebook as nbformat's own kind of dictionary."""
    return notebook if isinstance(notebook, NotebookNode) else nbformat.from_dict(notebook)


def is_setup(cell: NotebookNode) -> bool:
    """Say whether a cell is a locked one that prepares the notebook."""
    meta = cell.metadata.get("nbgrader", {})
    locked = cell.cell_type == "code" and bool(meta.get("locked")) and not meta.get("grade") and not meta.get("solution")
    return locked and not is_demonstration(cell)


def student_cells(notebook: Any, plan: Plan) -> list[dict[str, Any]]:
    """List the cells of a submission that run in a student's process, in order.

    Checks and demonstrations stay out; a locked cell comes from the source, also when the submission lacks it.
    """
    cells: list[dict[str, Any]] = []
    seen = set()
    for number, cell in enumerate(as_notebook(notebook).cells, start=1):
        name = grade_id(cell)
        if cell.cell_type != "code" or is_test(cell) or is_demonstration(cell):
            continue
        kind = "locked" if name in plan.setup else "answer" if name in plan.references else "other"
        seen.add(name)
        cells.append({"name": name or str(number), "kind": kind, "code": plan.setup.get(name, cell.source)})
    missing = [{"name": name, "kind": "locked", "code": code} for name, code in plan.setup.items() if name not in seen]
    return missing + cells
