"""Who is in the class: `roster.csv` in the class folder, one line a student.

Columns: id, and as far as they are known last_name, first_name, email, group, canvas_id (the number in Canvas's file names and gradebook).
"""

from __future__ import annotations

import csv
import io
import os
import re
import tempfile
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from nbgrader.api import Gradebook

from course_lib.grading.lms import Named, letters
from course_lib.grading.paths import Course
from course_lib.grading.problem import Problem

FILE = "roster.csv"
# An id is the name of a folder and of files, on every system the class folder may be copied to.
USABLE_ID = re.compile(r"^[\w][\w.@ -]{0,99}(?<![. ])$")


@dataclass(frozen=True, kw_only=True)
class Student:
    """One line of the roster; everything but the id may be empty."""

    id: str
    last_name: str = ""
    first_name: str = ""
    email: str = ""
    group: str = ""
    canvas_id: str = ""

    def is_called(self, named: Named) -> bool:
        """Say whether a file in a download is this student's, by Canvas's number or by name."""
        if named.platform == "canvas" and self.canvas_id:
            return self.canvas_id == named.number
        names = {self.last_name + self.first_name, self.first_name + self.last_name, self.id}
        return letters(named.name) in {letters(name) for name in names} - {""}


COLUMNS = tuple(field.name for field in fields(Student))


def read(folder: Path) -> list[Student]:
    """Read the roster of a class folder; an empty list when there is none.

    Raises:
        Problem: the file is no such table, an id is missing, used twice or cannot name a folder. The line is named.
    """
    path = folder / FILE
    if not path.is_file():
        return []
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise Problem(f"{path} is not UTF-8: save it again as CSV UTF-8") from None
    table = csv.DictReader(io.StringIO(text), delimiter=_delimiter(text))
    named = [(name or "").strip().lower() for name in table.fieldnames or []]
    if "id" not in named:
        raise Problem(f"{path}: the first line must name the columns, of which id is needed ({', '.join(COLUMNS)}); it reads: {named}")
    table.fieldnames = named
    found: dict[str, Student] = {}
    for line, row in enumerate(table, start=2):
        values = {key: (row.get(key) or "").strip() for key in COLUMNS}
        if not any(values.values()):
            continue
        if not values["id"]:
            raise Problem(f"{path}, line {line}: there is no id")
        check_id(values["id"], f"{path}, line {line}")
        if values["id"] in found:
            raise Problem(f"{path}, line {line}: the id {values['id']} stands there twice")
        found[values["id"]] = Student(**values)
    return list(found.values())


def _delimiter(text: str) -> str:
    head = text.partition("\n")[0]
    return max(",;\t", key=head.count)


def check_id(student: str, where: str) -> None:
    """Refuse an id that cannot be the name of a folder everywhere."""
    if not USABLE_ID.match(student):
        raise Problem(f"{where}: the id {student!r} cannot name a folder; use letters, digits, '.', '-', '_', '@' and inner spaces")


def write(folder: Path, students: list[Student]) -> None:
    """Write the roster so that a reader sees the old file or the new one, whole."""
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            out = csv.DictWriter(file, COLUMNS)
            out.writeheader()
            out.writerows(asdict(student) for student in students)
        os.replace(temporary, folder / FILE)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def enter(course: Course) -> None:
    """Enter the roster into the gradebook; nobody is ever taken out of it here."""
    students = read(course.folder)
    if not students:
        return
    with Gradebook(course.gradebook_url) as book:
        for student in students:
            known = {key: value for key in ("last_name", "first_name", "email") if (value := getattr(student, key))}
            book.update_or_create_student(student.id, **known)


def known(course: Course) -> set[str]:
    """Name the students on the roster and in the gradebook."""
    found = {student.id for student in read(course.folder)}
    if course.has_gradebook():
        with Gradebook(course.gradebook_url) as book:
            found |= {student.id for student in book.students}
    return found
