"""The replacement for nbgrader's Execute: no cell of a student's runs here, and a graded cell has no points until the judge says so.

nbgrader scores what stands in a cell's outputs: an error is nothing, silence is everything. So an error is written into every graded
cell first, and taken out only where the judge returned a positive verdict for exactly that cell. Whatever goes wrong on the way, a kill
in the middle too, leaves the error standing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nbformat.notebooknode import NotebookNode
from nbformat.v4 import new_output
from nbgrader import utils
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Unicode

from course_lib.grading.intake import source_of
from course_lib.grading.isolation import resolve
from course_lib.grading.judging import JUDGE, judge

VERDICT_TYPE = "application/vnd.course.verdict+json"
STUDENT_FIELDS = ("cell", "question", "passed", "status", "label", "message", "mistake", "example", "hidden")


class Execute(NbGraderPreprocessor):
    """Asks the judge about a notebook and writes its verdicts where nbgrader's scorer looks."""

    judge = Unicode(JUDGE, help="The function that judges a notebook, as module:name.").tag(config=True)
    isolation = Unicode("auto", help="How student code is shut in: auto (the best there is), bubblewrap, guard or none.").tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Judge the notebook, unless `resources["course"]["verdicts"]` already holds the verdicts, and write them into the graded cells."""
        close(nb)
        verdicts = resources.get("course", {}).get("verdicts")
        if verdicts is None:
            verdicts = judge(nb, source_of(self, resources), name=self.judge, isolation=resolve(self.isolation))
        apply(nb, verdicts)
        return nb, resources


def close(notebook: NotebookNode) -> None:
    """Write an error into every graded code cell and empty the outputs of all others."""
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        cell.execution_count = None
        cell.outputs = []
        if utils.is_grade(cell) and not utils.is_solution(cell):
            cell.outputs = [error("NotJudged", "the judge gave no verdict on this cell")]


def apply(notebook: NotebookNode, verdicts: Sequence[dict[str, Any]]) -> None:
    """Write each verdict into its cell; the error goes away for one that says passed, and for nothing else."""
    by_cell: dict[str, dict[str, Any]] = {}
    for verdict in verdicts:
        if verdict["cell"] in by_cell:
            raise ValueError(f"two verdicts on the cell {verdict['cell']!r}")
        by_cell[verdict["cell"]] = verdict
    for cell in notebook.cells:
        if not (cell.cell_type == "code" and utils.is_grade(cell) and not utils.is_solution(cell)):
            continue
        given = by_cell.get(cell.metadata.nbgrader["grade_id"])
        if given is None:
            continue
        passed = given["passed"] is True and given["status"] == "passed"
        cell.outputs = [] if passed else [failure(given)]
        shown = for_student(given)
        cell.outputs.append(new_output("display_data", data={VERDICT_TYPE: shown, "text/plain": sentence(shown)}))


def for_student(verdict: dict[str, Any]) -> dict[str, Any]:
    """Return what a student may see of a verdict: never the teacher's detail, and of a hidden check no example."""
    shown = {key: verdict.get(key) for key in STUDENT_FIELDS}
    if shown["hidden"]:
        shown["example"] = None
    return shown


def sentence(verdict: dict[str, Any]) -> str:
    """Put a verdict into one line."""
    if verdict["passed"] is True:
        return "passed"
    parts = [verdict.get("label"), verdict.get("message"), words(verdict.get("mistake"))]
    return f"{verdict['status']}: " + ". ".join(str(part).rstrip(".") for part in dict.fromkeys(parts) if part)


def words(slug: str | None) -> str:
    """Return a mistake's slug as the words it was made from.

    Example:
        >>> words("softmax-over-the-queries")
        'softmax over the queries'
    """
    return slug.replace("-", " ") if slug else ""


def failure(verdict: dict[str, Any]) -> NotebookNode:
    """Return the error output of a verdict that is not positive, with the teacher's detail as its traceback."""
    name = "Wrong" if verdict["status"] == "failed" else str(verdict["status"]).title().replace(" ", "")
    return error(name, sentence(verdict), str(verdict.get("detail") or ""))


def error(name: str, value: str, detail: str = "") -> NotebookNode:
    """Return an error output."""
    return new_output(
        "error", ename=name, evalue=value, traceback=[f"{name}: {value}", *detail.split("\n")] if detail else [f"{name}: {value}"]
    )
