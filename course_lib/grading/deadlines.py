"""When a set is due, and for whom later: `deadlines.csv` in the class folder, entered into nbgrader's gradebook when a set is graded.

Columns: set, who, due. `who` is empty for everyone, `group:NAME` for a group of the roster, or a student's id; the most particular line
counts. Times are UTC, as nbgrader keeps them. A submission at the very moment is in time.
"""

from __future__ import annotations

import csv
import logging
import os
import tempfile
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.utils import parse_utc

from course_lib.grading import roster
from course_lib.grading.lock import locked
from course_lib.grading.paths import Course
from course_lib.grading.problem import Problem, not_there
from course_lib.grading.register import register
from course_lib.grading.settings import configure

FILE = "deadlines.csv"
COLUMNS = ("set", "who", "due")
GROUP = "group:"
SHAPE = "%Y-%m-%d %H:%M:%S UTC"


@dataclass(frozen=True, kw_only=True)
class Deadlines:
    """The due dates of a class.

    Args:
        table: (set, who) to a time in UTC without a zone, as nbgrader has them.
        groups: student to group.
    """

    table: dict[tuple[str, str], datetime]
    groups: dict[str, str]

    @classmethod
    def read(cls, folder: Path) -> Deadlines:
        """Read a class folder's deadlines and groups; empty when it has none."""
        groups = {student.id: student.group for student in roster.read(folder) if student.group}
        path = folder / FILE
        if not path.is_file():
            return cls(table={}, groups=groups)
        table = {}
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            if not reader.fieldnames or set(COLUMNS) - set(reader.fieldnames):
                raise Problem(f"{path}: the first line must name the columns {', '.join(COLUMNS)}")
            for line, row in enumerate(reader, start=2):
                table[(row["set"] or "").strip(), (row["who"] or "").strip()] = moment(row["due"] or "", f"{path}, line {line}")
        return cls(table=table, groups=groups)

    def of_everyone(self, name: str) -> datetime | None:
        """Return a set's due date for those who have no other."""
        return self.table.get((name, ""))

    def of(self, name: str, student: str) -> datetime | None:
        """Return a student's due date: their own, else their group's, else everyone's."""
        for who in (student, GROUP + self.groups.get(student, "")):
            if (name, who) in self.table:
                return self.table[name, who]
        return self.of_everyone(name)

    def write(self, folder: Path) -> None:
        """Write the table so that a reader sees the old one or the new one, whole."""
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=".", suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                out = csv.writer(file)
                out.writerow(COLUMNS)
                out.writerows([name, who, f"{due:{SHAPE}}"] for (name, who), due in sorted(self.table.items()))
            os.replace(temporary, folder / FILE)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise


def moment(text: str, where: str) -> datetime:
    """Read a date and time with a zone's name, in UTC when it has none.

    Example:
        >>> moment("2026-10-05 23:59 Europe/Berlin", "--due")
        datetime.datetime(2026, 10, 5, 21, 59)
    """
    from dateutil.tz import gettz

    text = text.strip()
    zone = text.rpartition(" ")[2]
    try:
        # An unknown zone would be read as UTC without a word.
        found = parse_utc(text) if not zone[:1].isalpha() or gettz(zone) else None
    except (ValueError, OverflowError):
        found = None
    if not isinstance(found, datetime):
        raise Problem(f"{where}: {text!r} is not a date and time; write it as 2026-10-05 23:59 Europe/London (UTC when no zone is named)")
    return found


def set_due(course: Course, name: str, due: datetime | None, who: str, log: logging.Logger) -> None:
    """Write a due date into the table and the gradebook.

    Args:
        course: repository and class.
        name: the set.
        due: in UTC without a zone; None takes the line away.
        who: empty for everyone, `group:NAME`, or a student's id.
        log: where nbgrader's messages go.

    Raises:
        Problem: there is no such group or student, or an extension is given before everyone's due date.
    """
    from traitlets.config import Config

    config = configure(Config(), folder=course.folder, repository=course.repository)
    deadlines = Deadlines.read(course.folder)
    _check_who(course, who, deadlines)
    if who and due is not None and deadlines.of_everyone(name) is None:
        raise Problem(f"{name} has no due date yet, so none can be moved for {who}. First: course due {name} WHEN")
    with locked(course.folder, f"setting the due date of {name}"):
        register(course, name, config, log)
        if due is None:
            deadlines.table.pop((name, who), None)
        else:
            deadlines.table[name, who] = due
        deadlines.write(course.folder)
        if not who:
            with Gradebook(course.gradebook_url) as book:
                book.update_or_create_assignment(name, duedate=due)


def _check_who(course: Course, who: str, deadlines: Deadlines) -> None:
    if not who:
        return
    groups = {GROUP + group for group in deadlines.groups.values()}
    there = groups if who.startswith(GROUP) else roster.known(course) | {p.name for p in _folders(course.submitted)}
    if who not in there:
        raise not_there("group" if who.startswith(GROUP) else "student", who.removeprefix(GROUP), course.folder / roster.FILE, there)


def _folders(place: Path) -> list[Path]:
    return [p for p in place.iterdir() if p.is_dir()] if place.is_dir() else []


def enter(course: Course, name: str) -> None:
    """Enter a set's due date for everyone into the gradebook; one that was set by other means stays when the table has none."""
    due = Deadlines.read(course.folder).of_everyone(name)
    if due is None:
        return
    with Gradebook(course.gradebook_url) as book:
        if book.find_assignment(name).duedate != due:
            book.update_or_create_assignment(name, duedate=due)


def extend(course: Course, name: str, student: str, deadlines: Deadlines) -> None:
    """Give a student's submission the extension the table gives, before nbgrader works out whether it is late.

    nbgrader keeps an extension as a span of time after the assignment's due date. One that a teacher granted in nbgrader stays when the
    table says nothing about the student.
    """
    own, everyone = deadlines.of(name, student), deadlines.of_everyone(name)
    if own is None or everyone is None:
        return
    with Gradebook(course.gradebook_url) as book:
        try:
            handed_in = book.find_submission(name, student)
        except MissingEntry:
            return
        wanted = own - everyone if own != everyone else None
        if wanted is None and (name, student) not in deadlines.table and not deadlines.groups.get(student):
            return
        if handed_in.extension != wanted:
            handed_in.extension = wanted
            book.db.commit()
