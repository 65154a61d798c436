"""A run that is killed at any moment loses nothing: the gradebook is whole, and the finished run equals one that nobody touched."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from nbgrader.api import Gradebook

from course_lib.grading import record
from tests.grading.surface.tiny import RIGHT, SET, Classroom, solve

SCRIPT = f"""
import sys
from pathlib import Path
from course_lib.grading.commands.grade import perform
from course_lib.grading.paths import Course
from course_lib.grading.run import Run, Stopped
if __name__ == "__main__":
    course = Course(repository=Path(sys.argv[1]), folder=Path(sys.argv[2]))
    sys.exit(perform(Run(course=course, set={SET!r}, judge="quick_judge:judge_notebook", isolation="none", workers=2), Stopped))
"""


def grading(classroom: Classroom, folder: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", SCRIPT, str(classroom.course.repository), str(folder)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


def marks(classroom: Classroom) -> dict[tuple[str, str], float | None]:
    with Gradebook(classroom.course.gradebook_url) as book:
        handed_in = book.assignment_submissions(SET)
        return {(s.student.id, g.name): g.auto_score for s in handed_in for n in s.notebooks for g in n.grades}


def rows(folder: Path) -> dict[str, tuple]:
    return {row.student: (row.status, row.score, row.verdicts, row.key) for row in record.read_all(folder, SET)}


@pytest.mark.long
def test_killed_at_ten_random_moments_the_run_ends_as_if_it_had_not_been(classroom: Classroom) -> None:
    for number in range(24):
        answers = RIGHT if number % 3 else {"double": RIGHT["double"]}
        classroom.hand_in(f"s{number:02d}", solve(classroom.released(), **answers))
    since = time.monotonic()
    classroom.grade(judge="quick_judge:judge_notebook", workers=2)
    span = time.monotonic() - since
    wanted = marks(classroom), rows(classroom.course.folder)
    with Gradebook(classroom.course.gradebook_url) as book:
        for student in [s.id for s in book.students]:
            book.remove_student(student)
    for path in (classroom.course.folder / "records").rglob("*.json"):
        path.unlink()
    rng = random.Random(7)
    for _ in range(10):
        process = grading(classroom, classroom.course.folder)
        time.sleep(rng.uniform(0.2, 0.5 + span / 3))
        workers = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
        process.wait()
        _, alive = psutil.wait_procs(workers, timeout=30)
        assert alive == []
        with sqlite3.connect(classroom.course.folder / "gradebook.db") as database:
            assert database.execute("pragma integrity_check").fetchone() == ("ok",)
    assert grading(classroom, classroom.course.folder).wait() == 0
    assert (marks(classroom), rows(classroom.course.folder)) == wanted
