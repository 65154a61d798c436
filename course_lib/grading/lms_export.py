"""Marks as the tables that Canvas and Moodle import.

Who has no mark (missing, unreadable, not graded for a fault of the machine) gets an empty cell, which both leave as it is: what happens
to a missing submission is the platform's rule, not ours.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook

from course_lib.grading import roster
from course_lib.grading.export import plain, rows
from course_lib.grading.lms import letters
from course_lib.grading.problem import Problem
from course_lib.grading.roster import Student

NO_MARK = ("missing", "unreadable", "error")
CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
MOODLE = ("ID number", "Email address", "First name", "Last name")


def canvas(gradebook: Gradebook, folder: Path, name: str, template: str | None = None) -> str:
    """Return the text of a file for Canvas's "Import Grades".

    Args:
        gradebook: the class's.
        folder: the class folder, for its roster.
        name: the set.
        template: the text of a file that Canvas exported; its rows and its column for the set are used, so that Canvas knows both. None
            makes a file from the roster, whose column Canvas offers to create.

    Returns:
        CSV text.

    Raises:
        Problem: the template has no column for the set, or none of the class's students.
    """
    marks = {row["student_id"]: row for row in rows(gradebook, [name], [], folder)}
    most = gradebook.find_assignment(name).max_score
    students = {student.id: student for student in roster.read(folder)}
    everyone = [students.get(s) or _of_gradebook(row) for s, row in marks.items()]
    if template is not None:
        return _filled(template, name, most, everyone, marks)
    lines: list[list[Any]] = [[*CANVAS, name], ["    Points Possible", "", "", "", "", _number(most)]]
    for student in sorted(everyone, key=lambda s: (s.last_name, s.first_name, s.id)):
        called = ", ".join(part for part in (student.last_name, student.first_name) if part) or student.id
        lines.append([called, student.canvas_id, student.id, student.email, student.group, _mark(marks[student.id])])
    return _text(lines)


def moodle(gradebook: Gradebook, folder: Path, name: str) -> str:
    """Return the text of a file for Moodle's grade import: a student is found by ID number or email address."""
    marks = {row["student_id"]: row for row in rows(gradebook, [name], [], folder)}
    students = {student.id: student for student in roster.read(folder)}
    lines: list[list[Any]] = [[*MOODLE, name]]
    everyone = [students.get(ident) or _of_gradebook(row) for ident, row in marks.items()]
    for student in sorted(everyone, key=lambda s: (s.last_name, s.first_name, s.id)):
        row = marks[student.id]
        lines.append([student.id, student.email, student.first_name, student.last_name, _mark(row)])
    return _text(lines)


def _of_gradebook(row: dict[str, Any]) -> Student:
    return Student(id=row["student_id"], last_name=row["last_name"] or "", first_name=row["first_name"] or "", email=row["email"] or "")


def _mark(row: dict[str, Any]) -> str:
    return "" if row["status"] in NO_MARK else _number(row["score"])


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".") or "0"


def _text(lines: Iterable[Iterable[Any]]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out).writerows([plain(value) for value in line] for line in lines)
    return out.getvalue()


def _filled(template: str, name: str, most: float, everyone: list[Student], marks: dict[str, dict[str, Any]]) -> str:
    lines = list(csv.reader(io.StringIO(template.removeprefix("\ufeff"))))
    head = [cell.strip() for cell in lines[0]] if lines else []
    if head[:2] != ["Student", "ID"]:
        raise Problem("the template is not a gradebook that Canvas exported: its first columns must be Student and ID")
    fitting = [i for i, title in enumerate(head) if re.sub(r"\s*\(\d+\)$", "", title) == name]
    if len(fitting) != 1:
        titles = ", ".join(title for title in head[5:] if re.search(r"\(\d+\)$", title)) or "none"
        raise Problem(f"the template has {len(fitting)} columns named {name} (with Canvas's number in brackets); its assignments: {titles}")
    column, kept, found = fitting[0], [0, 1, *(i for i, title in enumerate(head) if title in CANVAS[2:]), fitting[0]], 0
    out = [[lines[0][i] for i in kept]]
    for line in lines[1:]:
        line += [""] * (len(head) - len(line))
        if "Points Possible" in line[0]:
            out.append([line[i] for i in kept])
            _same_maximum(line[column], most, name)
            continue
        student = _row_of(dict(zip(head, line, strict=False)), everyone)
        if student is not None and (mark := _mark(marks[student.id])):
            line[column], found = mark, found + 1
        out.append([line[i] for i in kept])
    if not found:
        raise Problem("the template has none of the students with a mark: they are found by ID (canvas_id), SIS User ID, login or name")
    return _text(out)


def _same_maximum(cell: str, most: float, name: str) -> None:
    try:
        there = float(cell)
    except ValueError:
        return
    if abs(there - most) > 1e-6:
        raise Problem(
            f"Canvas gives {name} {_number(there)} points and the set has {_number(most)}: set Canvas's points to {_number(most)}"
        )


def _row_of(line: dict[str, str], everyone: list[Student]) -> Student | None:
    """Find whose row it is by what is surest first; two who fit are nobody."""
    tests = (
        lambda s: s.canvas_id and s.canvas_id == line.get("ID"),
        lambda s: s.id == line.get("SIS User ID"),
        lambda s: line.get("SIS Login ID") and line["SIS Login ID"] in (s.email, s.id),
        lambda s: (
            s.last_name and letters(line.get("Student", "")) in (letters(s.last_name + s.first_name), letters(s.first_name + s.last_name))
        ),
    )
    for fits in tests:
        found = [student for student in everyone if fits(student)]
        if len(found) == 1:
            return found[0]
    return None
