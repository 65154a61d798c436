"""The answer bank handed in by a class: `course grade`, nbgrader with our configuration and plain nbgrader give the same points."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook
from traitlets.config import Config

from course_lib.grading import bank
from course_lib.grading.paths import Course
from course_lib.grading.register import register
from course_lib.grading.run import Run
from course_lib.grading.settings import configure
from course_lib.grading.source import Source
from tests.submissions.make import Kit

ROOT = Path(__file__).parents[3]
SETS = sorted(folder.name for folder in (ROOT / "solutions").glob("ps*"))
QUICKEST = ("ps03-masks", "ps11-vision-sparse")  # by tests/answers/RESULTS.md; `make test` takes these and the long tests take all
PLAIN = "c = get_config()\nc.CourseDirectory.root = {root!r}\n"
COPIES = 200
each_set = pytest.mark.parametrize("name", [*QUICKEST, *(pytest.param(n, marks=pytest.mark.long) for n in SETS if n not in QUICKEST)])


def answers_to(name: str, *, right_only: bool = False) -> list[bank.Answer]:
    return [a for a in bank.read(ROOT / "tests" / "answers" / name) if a.right or not right_only]


def hand_in(folder: Path, name: str, answers: Sequence[bank.Answer], students: int | None = None) -> Course:
    """Hand in the answers as a class does, one of each function in a released notebook; in turn again when more students are wanted."""
    course = Course(repository=ROOT, folder=folder)
    folder.mkdir(mode=0o700)
    kit = Kit(course, name)
    packed = bank.pack(Source.read(course.source(name)), answers)
    for number in range(students or len(packed)):
        notebook = kit.solved(**{q: a.code for q, a in packed[number % len(packed)].answers.items()})
        notebook.cells.append(nbformat.v4.new_markdown_cell(f"student {number}", id=f"student-{number}"))  # no two files alike
        place = course.submitted / f"s{number:03d}" / name
        place.mkdir(parents=True)
        nbformat.write(notebook, place / f"{kit.topic}.ipynb")
    return course


def points(gradebook: str, name: str) -> dict[tuple[str, str], float | None]:
    """What each student got for each graded cell, by nbgrader's gradebook."""
    with Gradebook(gradebook) as book:
        handed_in = book.assignment_submissions(name)
        return {(s.student.id, g.name): g.auto_score for s in handed_in for n in s.notebooks for g in n.grades}


def worth(name: str) -> dict[str, float]:
    """What each graded cell is worth, by the source notebook."""
    source = Source.read(Course(repository=ROOT, folder=ROOT).source(name))
    return {test: float(source.cells[test].metadata.nbgrader["points"]) for test in source.tests}


def nbgrader(where: Path, *args: str, **environment: str) -> None:
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # nbgrader calls alembic by name
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", *args],
        cwd=where, env=os.environ | {"PATH": programs} | environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]


@each_set
def test_course_grade_and_autograde_with_our_configuration_give_the_same_points(name: str, tmp_path: Path) -> None:
    answers = answers_to(name)
    ours = hand_in(tmp_path / "ours", name, answers)
    Run(course=ours, set=name).start()
    theirs = hand_in(tmp_path / "theirs", name, answers)
    register(theirs, name, configure(Config(), folder=theirs.folder, repository=ROOT), logging.getLogger("bank"))
    nbgrader(ROOT, "autograde", name, COURSE_CLASS=str(theirs.folder))
    given = points(ours.gradebook_url, name)
    assert given == points(theirs.gradebook_url, name)
    students = {student for student, _ in given}
    assert len(given) == len(students) * len(worth(name))
    assert {student for (student, cell), score in given.items() if score != worth(name)[cell]} != set(), "the bank has wrong answers"


@each_set
def test_plain_nbgrader_gives_right_and_silent_answers_what_we_give_them(name: str, tmp_path: Path) -> None:
    right = answers_to(name, right_only=True)
    course = hand_in(tmp_path / "plain", name, right, None if name not in QUICKEST else 1)
    folder = course.folder
    (folder / "source").mkdir()
    (folder / "source" / name).symlink_to(ROOT / "solutions" / name)
    (folder / "nbgrader_config.py").write_text(PLAIN.format(root=str(folder)), encoding="utf-8")
    nbgrader(folder, "generate_assignment", name, PYTHONPATH=str(ROOT))
    nbgrader(folder, "autograde", name, "--ExecutePreprocessor.timeout=300", PYTHONPATH=str(ROOT))
    assert set(points(course.gradebook_url, name).items()) == {
        ((student.name, cell), full) for student in course.submitted.iterdir() for cell, full in worth(name).items()
    }


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 4])
def test_two_hundred_right_notebooks_get_full_marks_whatever_else_runs(workers: int, tmp_path: Path) -> None:
    flaws, graded = [], 0
    for name in SETS:
        students = -(-COPIES // len(SETS))
        course = hand_in(tmp_path / name, name, answers_to(name, right_only=True), students)
        for row in Run(course=course, set=name, workers=workers).start():
            graded += 1
            if row.status != "graded" or row.score != row.max_score:
                flaws.append((name, row.student, row.status, [v for v in row.verdicts or [] if not v["passed"]]))
    assert list(islice(flaws, 5)) == []
    assert graded >= COPIES
