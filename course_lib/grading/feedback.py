"""What a student sees of a graded notebook: each question, its points, what was wrong in words, the answer that was handed in. Never a
hidden line, never live markup.

This is nbgrader's feedback with another view: its converter and its marks, our preprocessor and page. The page is built from the
verdicts and from text that is escaped; no output, no HTML and no Markdown of a student's is rendered.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from nbconvert.exporters import HTMLExporter
from nbformat.notebooknode import NotebookNode
from nbgrader import utils
from nbgrader.converters import GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets.config import Config

from course_lib.grading import record
from course_lib.grading.execute import VERDICT_TYPE, words
from course_lib.grading.paths import Course
from course_lib.grading.settings import TEMPLATES
from course_lib.grading.source import question_of

AUTOMATIC = "No response."  # nbgrader's own comment on an answer that was left as it was; the status says it already
OUTCOMES = {
    "passed": "passed",
    "failed": "not yet right",
    "not attempted": "not attempted",
    "crashed": "the code ended its process",
    "timed out": "did not finish in time",
    "out of memory": "needed more memory than allowed",
    "forbidden call": "calls something this question forbids",
    "error": "could not be judged; your teacher will look at it",
}


class FeedbackExporter(HTMLExporter):
    """nbconvert's HTML exporter under a name of its own, so that our template does not become Formgrader's."""


class StudentView(NbGraderPreprocessor):
    """Replaces an autograded notebook by what its student may see of it."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Put the view into `resources["course"]` and take every cell out of the notebook: the template cannot show what is not there."""
        place = resources["nbgrader"]
        coursedir = self.parent.parent.coursedir
        row = record.read(Path(coursedir.root), place["assignment"], place["student"])
        resources["course"] = view(nb, place, row)
        nb.cells = []
        return nb, resources


def view(notebook: NotebookNode, place: dict[str, Any], row: record.Record | None) -> dict[str, Any]:
    """Build the page's content.

    Args:
        notebook: an autograded notebook, with the marks that nbgrader's GetGrades put into it.
        place: nbgrader's resources: student, assignment, score, max_score, late_penalty.
        row: the submission's record; None when plain nbgrader graded it.

    Returns:
        A dictionary of plain values for the template.
    """
    questions: dict[str, dict[str, Any]] = {}
    for cell in notebook.cells:
        if utils.is_solution(cell):
            question = questions.setdefault(cell.metadata.nbgrader["grade_id"], _question(cell.metadata.nbgrader["grade_id"]))
            question["answer"] = cell.source
            said = cell.metadata.nbgrader.get("comment") or ""
            question["comment"] = "" if said == AUTOMATIC else said
            if utils.is_grade(cell):
                question["score"] += float(cell.metadata.nbgrader.get("score") or 0)
                question["points"] += float(cell.metadata.nbgrader["points"])
        elif utils.is_grade(cell):
            name = question_of(cell.metadata.nbgrader["grade_id"])
            question = questions.setdefault(name, _question(name))
            question["score"] += float(cell.metadata.nbgrader.get("score") or 0)
            question["points"] += float(cell.metadata.nbgrader["points"])
            question["checks"].append(_check(cell))
    return {
        "student": place["student"],
        "set": place["assignment"],
        "score": place.get("score", 0.0),
        "max_score": place.get("max_score", 0.0),
        "penalty": place.get("late_penalty") or 0.0,
        "status": row.status if row else "",
        "late_seconds": row.late_seconds if row else 0.0,
        "notes": row.notes if row else [],
        "questions": list(questions.values()),
        "css": (TEMPLATES / "page.css").read_text(encoding="utf-8"),
    }


def _question(name: str) -> dict[str, Any]:
    return {"name": name, "score": 0.0, "points": 0.0, "checks": [], "answer": "", "comment": ""}


def _check(cell: NotebookNode) -> dict[str, Any]:
    verdict = next(
        (output.data[VERDICT_TYPE] for output in cell.outputs if output.output_type == "display_data" and VERDICT_TYPE in output.data), None
    )
    score, points = float(cell.metadata.nbgrader.get("score") or 0), float(cell.metadata.nbgrader["points"])
    if verdict is None:
        return {"status": "error", "outcome": OUTCOMES["error"], "score": score, "points": points}
    return {
        "status": verdict["status"],
        "outcome": OUTCOMES.get(verdict["status"], verdict["status"]),
        "score": score,
        "points": points,
        "label": verdict.get("label") or "",
        "message": capital((verdict.get("message") or "").strip(), verdict["question"]),
        "mistake": words(verdict.get("mistake")),
        "example": "" if verdict.get("hidden") else (verdict.get("example") or ""),
        "hidden": bool(verdict.get("hidden")),
    }


def capital(text: str, name: str = "") -> str:
    """Begin a sentence with a capital, unless it begins with a name of code or with the question's own.

    Example:
        >>> capital("your code stopped"), capital("split_heads is")
        ('Your code stopped', 'split_heads is')
    """
    first = text.split(" ")[0]
    return text[:1].upper() + text[1:] if first.isalpha() and first != name else text


def generate(course: Course, name: str, students: list[str], config: Config, log: logging.Logger) -> list[Path]:
    """Write the feedback page of each student, by nbgrader's generate_feedback.

    Args:
        course: the class.
        name: the set.
        students: whose pages to write; each has a graded notebook.
        config: the course's nbgrader configuration.
        log: where nbgrader's messages go.

    Returns:
        The pages.
    """
    pages = []
    for student in students:
        coursedir = CourseDirectory(config=config)
        coursedir.assignment_id = name
        coursedir.student_id = student.replace("[", "[[]")  # nbgrader takes it for a glob
        converter = GenerateFeedback(coursedir=coursedir, config=config, log=log)
        converter.force = True
        converter.start()
        pages += sorted((course.folder / "feedback" / student / name).glob("*.html"))
    return pages
