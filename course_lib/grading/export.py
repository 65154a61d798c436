"""Marks as CSV, by an exporter of nbgrader's: a status beside each score, and no cell that a spreadsheet would run."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.plugins import ExportPlugin
from traitlets import Bool, Unicode

from course_lib.grading import record
from course_lib.grading.pseudonyms import Pseudonyms

COLUMNS = (
    "assignment",
    "duedate",
    "timestamp",
    "student_id",
    "last_name",
    "first_name",
    "email",
    "raw_score",
    "late_submission_penalty",
    "score",
    "max_score",
    "status",
)
STARTS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "|", "%")


class CsvExport(ExportPlugin):
    """nbgrader's CSV with the same columns, a `status` at the end, quoted properly and with formulas made plain text."""

    folder = Unicode("", help="The class folder, for the records; that of a SQLite gradebook when empty.").tag(config=True)
    anonymous = Bool(False, help="Pseudonyms in place of ids, and no names.").tag(config=True)

    def export(self, gradebook: Gradebook) -> None:
        """Write the file that `--to` names (grades.csv when it names none)."""
        folder = Path(self.folder or Path(str(gradebook.engine.url.database)).parent)
        found = rows(gradebook, [str(name) for name in self.assignment], [str(name) for name in self.student], folder)
        if self.anonymous:
            pseudonyms = Pseudonyms(folder)
            nobody = {"last_name": "", "first_name": "", "email": ""}
            found = sorted(
                (row | nobody | {"student_id": pseudonyms.of(row["student_id"])} for row in found), key=lambda row: row["student_id"]
            )
        with Path(self.to or "grades.csv").open("w", encoding="utf-8", newline="") as file:
            out = csv.writer(file)
            out.writerow(COLUMNS)
            for row in found:
                out.writerow([plain(row.get(column)) for column in COLUMNS])


def rows(gradebook: Gradebook, assignments: list[str], students: list[str], folder: Path) -> list[dict[str, Any]]:
    """Return a row for each assignment and student, with the status that the class folder's records give; empty lists mean all."""
    found = []
    for assignment in gradebook.assignments:
        if assignments and assignment.name not in assignments:
            continue
        for student in gradebook.students:
            if students and student.id not in students:
                continue
            kept = record.read(folder, assignment.name, student.id)
            row = {
                "assignment": assignment.name,
                "duedate": assignment.duedate,
                "student_id": student.id,
                "last_name": student.last_name,
                "first_name": student.first_name,
                "email": student.email,
                "max_score": assignment.max_score,
                "status": kept.status if kept else "",
            }
            found.append(row | _marks(gradebook, assignment.name, student.id))
    return found


def _marks(gradebook: Gradebook, assignment: str, student: str) -> dict[str, Any]:
    try:
        submission = gradebook.find_submission(assignment, student)
    except MissingEntry:
        return {"raw_score": 0.0, "late_submission_penalty": 0.0, "score": 0.0, "status": "missing"}
    penalty = submission.late_submission_penalty or 0.0
    return {
        "timestamp": submission.timestamp,
        "raw_score": submission.score,
        "late_submission_penalty": penalty,
        "score": max(0.0, submission.score - penalty),
    }


def plain(value: Any) -> Any:
    """Return a value that no spreadsheet takes for a formula.

    Example:
        >>> plain('=HYPERLINK("x")'), plain(-1.5), plain(None)
        ('\\'=HYPERLINK("x")', -1.5, '')
    """
    if value is None:
        return ""
    if isinstance(value, int | float):
        return value
    text = str(value)
    return f"'{text}" if text.lstrip().startswith(STARTS_FORMULA) or text.startswith(STARTS_FORMULA) else text
