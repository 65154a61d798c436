"""Remove one person from a class: what they handed in, what was made of it, and every mark, in backups too."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry

from course_lib.grading import record, roster
from course_lib.grading.collect import EARLIER
from course_lib.grading.converter import INTAKE
from course_lib.grading.deadlines import Deadlines
from course_lib.grading.paths import Course
from course_lib.grading.problem import not_there
from course_lib.grading.register import PREFIX

FOLDERS = ("submitted", "autograded", "feedback", EARLIER, INTAKE)


@dataclass(kw_only=True)
class Traces:
    """Where a class folder knows a student.

    Args:
        files: files and folders that are the student's alone.
        gradebooks: addresses of databases that have an entry, backups among them.
        lists: tables that name the student (roster, due dates).
        reports: sets whose report shows the student's row.
        elsewhere: files that mention the id and were not written by `course`, for a person to look at.
    """

    files: list[Path] = field(default_factory=list)
    gradebooks: list[str] = field(default_factory=list)
    lists: list[Path] = field(default_factory=list)
    reports: list[str] = field(default_factory=list)
    elsewhere: list[Path] = field(default_factory=list)


def find(course: Course, student: str) -> Traces:
    """Look for a student in every place of the class folder.

    Raises:
        Problem: nothing there knows this id.
    """
    folder = course.folder
    traces = Traces()
    traces.files = [folder / place / student for place in FOLDERS if (folder / place / student).exists()]
    traces.files += sorted((folder / "records").glob(f"*/{_literal(student)}.json"))
    books = [course.gradebook_url] if course.has_gradebook() else []
    books += [f"{PREFIX}{path}" for path in sorted((folder / "backups").glob("*.db"))]
    traces.gradebooks = [url for url in books if _knows(url, student)]
    if any(s.id == student for s in roster.read(folder)):
        traces.lists.append(folder / roster.FILE)
    if any(who == student for _, who in Deadlines.read(folder).table):
        traces.lists.append(folder / "deadlines.csv")
    traces.reports = [p.parent.name for p in traces.files if p.suffix == ".json" and (folder / "report" / f"{p.parent.name}.html").exists()]
    if not (traces.files or traces.gradebooks or traces.lists):
        there = {p.name for p in course.submitted.iterdir()} if course.submitted.is_dir() else set()
        raise not_there("student", student, folder, there | roster.known(course))
    for path in sorted(
        [*folder.glob("*.csv"), *folder.glob("*.txt"), *(folder / "backups").glob("*.sql"), *(folder / "exchange").rglob("*")]
    ):
        if path not in traces.lists and path.is_file() and (student in str(path) or student.encode() in path.read_bytes()):
            traces.elsewhere.append(path)
    return traces


def forget(course: Course, student: str, traces: Traces) -> None:
    """Remove what `find` found, the gradebook first: whatever interrupts this, calling it again finishes it."""
    for url in traces.gradebooks:
        with Gradebook(url) as book:
            book.remove_student(student)
        if url.startswith(PREFIX):
            with sqlite3.connect(url.removeprefix(PREFIX)) as database:  # deleted rows stay readable in the file until it is written anew
                database.execute("VACUUM")
            database.close()
    deadlines = Deadlines.read(course.folder)
    if any(who == student for _, who in deadlines.table):
        Deadlines(table={key: due for key, due in deadlines.table.items() if key[1] != student}, groups={}).write(course.folder)
    students = roster.read(course.folder)
    if any(s.id == student for s in students):
        roster.write(course.folder, [s for s in students if s.id != student])
    for path in traces.files:
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink(missing_ok=True)
    for name in traces.reports:
        if record.read_all(course.folder, name):
            from course_lib.grading.report import write

            write(course, name)
        else:
            (course.folder / "report" / f"{name}.html").unlink(missing_ok=True)


def _knows(url: str, student: str) -> bool:
    with Gradebook(url) as book:
        try:
            book.find_student(student)
        except MissingEntry:
            return False
        return True


def _literal(name: str) -> str:
    import glob

    return glob.escape(name)
