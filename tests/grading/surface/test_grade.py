"""`course grade`: one row a student whatever they handed in, nothing done twice, nothing lost, and a truthful exit code."""

from __future__ import annotations

import copy
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from click.testing import CliRunner
from nbgrader.api import Gradebook

from course_lib.cli import main
from course_lib.grading import record
from course_lib.grading.lock import Held, locked
from course_lib.grading.problem import Problem
from tests.grading.surface.tiny import RIGHT, SET, TOPIC, Classroom, solve, source_notebook

Judged = Callable[[], int]


@pytest.mark.defect(32)
def test_every_kind_of_submission_ends_as_one_row(classroom: Classroom) -> None:
    classroom.hand_in("right")
    classroom.hand_in("half", solve(classroom.released(), double=RIGHT["double"], cube="def cube(x):\n    return abs(x) ** 3\n"))
    classroom.hand_in("empty", classroom.released())
    classroom.hand_in("broken", b'{"cells": [')
    classroom.hand_in("李小龍 Ångström", name="mine.ipynb")
    (classroom.course.submitted / "nothing" / SET).mkdir(parents=True)
    rows = classroom.grade()
    assert {student: (row.status, row.score) for student, row in rows.items()} == {
        "right": ("graded", 5.0),
        "half": ("graded", 3.0),
        "empty": ("empty", 0.0),
        "broken": ("unreadable", None),
        "李小龍 Ångström": ("graded", 5.0),
        "nothing": ("missing", None),
    }


def test_the_points_of_a_row_are_those_of_the_gradebook(classroom: Classroom) -> None:
    classroom.hand_in("half", solve(classroom.released(), double=RIGHT["double"]))
    classroom.grade()
    with Gradebook(classroom.course.gradebook_url) as book:
        submission = book.find_submission(SET, "half")
        assert (submission.score, submission.max_score, submission.needs_manual_grade) == (2.0, 5.0, False)


@pytest.mark.defect(3, 4)
def test_deleting_a_cell_changes_no_maximum(classroom: Classroom) -> None:
    for remove in ("test-double", "test-cube", "test-cube-2", "cube"):
        notebook = solve(classroom.released(), **RIGHT)
        notebook.cells = [cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade_id") != remove]
        classroom.hand_in(f"without-{remove}", notebook)
    rows = classroom.grade()
    assert len(rows) == 4
    assert {row.max_score for row in rows.values()} == {5.0}


@pytest.mark.defect(1)
def test_a_copied_check_stops_nobody(classroom: Classroom) -> None:
    notebook = solve(classroom.released(), **RIGHT)
    notebook.cells.insert(4, copy.deepcopy(notebook.cells[3]))
    classroom.hand_in("ada", notebook)
    classroom.hand_in("bob")
    assert {row.score for row in classroom.grade().values()} == {5.0}


def test_what_comes_after_the_due_date_is_late_and_keeps_its_points(classroom: Classroom) -> None:
    classroom.hand_in("ada", when="2026-10-06 00:00:01 UTC")
    classroom.hand_in("bob", when="2026-10-05 23:59:00 UTC")
    due(classroom, "2026-10-05 23:59:00")
    rows = classroom.grade()
    assert [(rows[s].status, rows[s].score) for s in ("ada", "bob")] == [("late", 5.0), ("graded", 5.0)]


def due(classroom: Classroom, when: str) -> None:
    args = ["release", SET, "--due", when, "--class", str(classroom.course.folder)]
    before = Path.cwd()
    os.chdir(classroom.course.repository)
    try:
        assert CliRunner().invoke(main, args).exit_code == 0
    finally:
        os.chdir(before)


def test_a_deadline_that_moved_is_seen_without_grading_again(classroom: Classroom, judged: Judged) -> None:
    classroom.hand_in("ada", when="2026-10-06 00:00:01 UTC")
    due(classroom, "2026-10-05 23:59:00")
    assert classroom.grade()["ada"].status == "late"
    due(classroom, "2026-10-07 23:59:00")
    assert classroom.grade()["ada"].status == "graded"
    assert judged() == 1


def test_what_has_not_changed_is_not_graded_again(classroom: Classroom, judged: Judged) -> None:
    classroom.hand_in("ada")
    first = classroom.grade()
    assert classroom.grade()["ada"].verdicts == first["ada"].verdicts
    assert judged() == 1


def test_a_changed_submission_is_graded_again_and_only_that(classroom: Classroom, judged: Judged) -> None:
    classroom.hand_in("ada", classroom.released())
    classroom.hand_in("bob")
    classroom.grade()
    classroom.hand_in("ada")
    assert classroom.grade()["ada"].score == 5.0
    assert judged() == 3


def test_changed_tests_grade_everyone_again(classroom: Classroom, judged: Judged) -> None:
    classroom.hand_in("ada")
    classroom.grade()
    reprice(classroom, "test-double", 7)
    assert classroom.grade()["ada"].score == 10.0
    assert judged() == 2


def reprice(classroom: Classroom, test: str, points: float | None) -> None:
    path = classroom.course.source(SET)
    notebook = nbformat.read(path, as_version=4)
    for cell in list(notebook.cells):
        if cell.metadata.get("nbgrader", {}).get("grade_id") == test:
            if points is None:
                notebook.cells.remove(cell)
            else:
                cell.metadata.nbgrader["points"] = points
    nbformat.write(notebook, path)


def test_a_check_removed_after_grading_keeps_a_persons_marks_and_copies_the_gradebook_first(classroom: Classroom) -> None:
    classroom.hand_in("ada")
    classroom.grade()
    with Gradebook(classroom.course.gradebook_url) as book:
        book.find_grade("test-double", TOPIC, SET, "ada").manual_score = 1.5
        book.find_comment("double", TOPIC, SET, "ada").manual_comment = "seen by a person"
        book.db.commit()
    reprice(classroom, "test-cube-2", None)
    row = classroom.grade()["ada"]
    assert (row.score, row.max_score) == (2.5, 3.0)
    with Gradebook(classroom.course.gradebook_url) as book:
        assert book.find_comment("double", TOPIC, SET, "ada").comment == "seen by a person"
    assert list((classroom.course.folder / "backups").glob("gradebook-*.db"))


@pytest.mark.defect(30)
def test_a_check_added_after_grading_is_graded(classroom: Classroom) -> None:
    path = classroom.course.source(SET)
    whole = path.read_bytes()
    reprice(classroom, "test-cube-2", None)
    classroom.hand_in("ada")
    assert classroom.grade()["ada"].max_score == 3.0
    path.write_bytes(whole)
    row = classroom.grade()["ada"]
    assert (row.score, row.max_score) == (5.0, 5.0)


@pytest.mark.parametrize("judge", ["judge_says_nothing", "judge_raises"])
@pytest.mark.defect(44)
def test_without_a_positive_verdict_there_are_no_points(classroom: Classroom, judge: str) -> None:
    classroom.hand_in("ada")
    row = classroom.grade(judge=f"quick_judge:{judge}")["ada"]
    assert not row.score
    with Gradebook(classroom.course.gradebook_url) as book:
        assert book.find_submission(SET, "ada").score == 0.0


def test_a_fault_of_the_judges_is_no_zero_but_waits_for_a_person_and_is_tried_again(classroom: Classroom) -> None:
    classroom.hand_in("ada")
    row = classroom.grade(judge="quick_judge:judge_raises")["ada"]
    assert (row.status, row.score) == ("error", None)
    assert "out of order" in row.problem
    with Gradebook(classroom.course.gradebook_url) as book:
        assert book.find_submission(SET, "ada").needs_manual_grade
    assert classroom.grade()["ada"].score == 5.0


def test_a_judge_that_dies_costs_one_student_and_nobody_else(classroom: Classroom) -> None:
    for student in ("ada", "bob", "cyd"):
        classroom.hand_in(student)
    classroom.hand_in("bad", solve(classroom.released(), double="# die here\n"))
    rows = classroom.grade(judge="quick_judge:judge_dies_on_bad", workers=2)
    assert rows["bad"].status == "error"
    assert "exit code 9" in rows["bad"].problem
    assert {rows[s].score for s in ("ada", "bob", "cyd")} == {5.0}


def test_only_the_student_asked_for_is_graded(classroom: Classroom) -> None:
    classroom.hand_in("ada")
    classroom.hand_in("bob")
    assert list(classroom.grade(students=["bob"])) == ["bob"]


def test_someone_on_the_roster_who_handed_nothing_in_is_missing_and_has_no_mark(classroom: Classroom) -> None:
    classroom.hand_in("ada")
    (classroom.course.folder / "roster.csv").write_text("id,last_name,first_name,email\nzed,Zimmer,Zed,z@x.org\n", encoding="utf-8")
    row = classroom.grade()["zed"]
    assert (row.status, row.score) == ("missing", None)


def test_the_submissions_stay_as_they_were_handed_in(classroom: Classroom) -> None:
    classroom.hand_in("ada", name="mine.ipynb")
    before = {p: p.read_bytes() for p in classroom.course.submitted.rglob("*") if p.is_file()}
    classroom.grade()
    assert {p: p.read_bytes() for p in classroom.course.submitted.rglob("*") if p.is_file()} == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"set": "ps9-numbers"}, ["ps9-numbers", "Did you mean ps90-numbers?", "solutions"]),
        ({"students": ["adda"]}, ["adda", "Did you mean ada?", "submitted"]),
    ],
)
def test_a_name_that_is_not_there_says_what_is_and_changes_nothing(classroom: Classroom, change: dict, words: list[str]) -> None:
    classroom.hand_in("ada")
    before = sorted(classroom.course.folder.rglob("*"))
    run = classroom.run()
    for key, value in change.items():
        setattr(run, key, value)
    with pytest.raises(Problem) as caught:
        run.start()
    for word in words:
        assert word in caught.value.message
    assert sorted(classroom.course.folder.rglob("*")) == before


def test_a_class_without_submissions_says_where_it_looked(classroom: Classroom) -> None:
    with pytest.raises(Problem, match=rf"submitted/STUDENT/{SET}/"):
        classroom.grade()


def test_the_second_run_says_who_holds_the_lock_and_changes_nothing(classroom: Classroom) -> None:
    classroom.hand_in("ada")
    script = (
        "import sys, time\nfrom pathlib import Path\nfrom course_lib.grading.lock import locked\n"
        "with locked(Path(sys.argv[1]), 'grading ps90'):\n    print('held', flush=True)\n    time.sleep(60)\n"
    )
    holder = subprocess.Popen([sys.executable, "-c", script, str(classroom.course.folder)], stdout=subprocess.PIPE)
    try:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(Held, match=rf"grading ps90, process {holder.pid} on .*, since 20"):
            classroom.grade()
        assert not (classroom.course.folder / "records").exists()
    finally:
        holder.kill()
        holder.wait()
    assert classroom.grade()["ada"].score == 5.0  # the lock of a killed run is nobody's


def test_the_lock_is_free_again_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), locked(tmp_path, "something"):
        raise ZeroDivisionError
    with locked(tmp_path, "something else"):
        pass


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_run_keeps_what_was_done_and_goes_on(classroom: Classroom, judged: Judged, number: signal.Signals) -> None:
    students = [f"s{i}" for i in range(8)]
    for student in students:
        classroom.hand_in(student)
    records = classroom.course.folder / "records" / SET
    script = (
        "import sys\nfrom pathlib import Path\nfrom course_lib.grading.commands.grade import perform\n"
        "from course_lib.grading.paths import Course\n"
        "from course_lib.grading.run import Run, Stopped\n"
        "if __name__ == '__main__':\n"
        "    course = Course(repository=Path(sys.argv[1]), folder=Path(sys.argv[2]))\n"
        f"    sys.exit(perform(Run(course=course, set={SET!r}, judge='quick_judge:judge_slowly', isolation='none'), Stopped))\n"
    )
    command = [sys.executable, "-c", script, str(classroom.course.repository), str(classroom.course.folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while process.poll() is None and not list(records.glob("s*.json")):
        time.sleep(0.02)
    process.send_signal(number)
    _, said = process.communicate(timeout=600)
    done = len(list(records.glob("s*.json")))
    assert 0 < done < len(students)
    if number != signal.SIGKILL:
        assert process.returncode == 130
        assert b"interrupted" in said
    with sqlite3.connect(classroom.course.folder / "gradebook.db") as book:
        assert book.execute("pragma integrity_check").fetchone() == ("ok",)
    for path in records.glob("s*.json"):
        assert json.loads(path.read_text())["score"] == 5.0
    before = judged()
    rows = classroom.grade(judge="quick_judge:judge_slowly")
    assert {row.score for row in rows.values()} == {5.0}
    assert judged() - before == len(students) - done


def test_a_record_says_what_the_result_rests_on(classroom: Classroom) -> None:
    path = classroom.hand_in("ada")
    classroom.grade()
    row = record.read(classroom.course.folder, SET, "ada")
    assert row is not None
    import hashlib

    assert row.digest == hashlib.sha256(path.read_bytes()).hexdigest()
    assert set(row.versions) == {"python", "torch", "numpy", "nbgrader", "course_lib"}
    assert row.isolation == "none"


def test_a_source_with_a_mistake_grades_nobody(classroom: Classroom) -> None:
    classroom.hand_in("ada")
    reprice(classroom, "test-double", None)
    notebook = source_notebook()
    notebook.cells[3].metadata.nbgrader["points"] = None
    nbformat.write(notebook, classroom.course.source(SET))
    with pytest.raises(Problem, match=r"cell 4 \(test-double\): points are None"):
        classroom.grade()
    assert not (classroom.course.folder / "records").exists()


def test_a_failure_is_reproduced_from_its_record(classroom: Classroom) -> None:
    from course_lib.grading.explain import explain

    classroom.hand_in("ada", solve(classroom.released(), double="def double(x):\n    return 0\n", cube=RIGHT["cube"]))
    classroom.grade()
    found = explain(classroom.course, "ada", SET, "double", judge="quick_judge:judge_notebook")
    assert found.same
    assert [v["status"] for v in found.again.values()] == ["failed"]
    assert found.changed == []
    classroom.hand_in("ada")
    found = explain(classroom.course, "ada", SET, "double", judge="quick_judge:judge_notebook")
    assert not found.same
    assert found.changed == ["the submission's bytes are not those that were graded"]


@pytest.mark.parametrize(
    ("student", "question", "word"), [("adda", "double", "Did you mean ada?"), ("ada", "dubble", "Did you mean double")]
)
def test_what_cannot_be_explained_is_said(classroom: Classroom, student: str, question: str, word: str) -> None:
    from course_lib.grading.explain import explain

    classroom.hand_in("ada")
    classroom.grade()
    with pytest.raises(Problem) as caught:
        explain(classroom.course, student, SET, question, judge="quick_judge:judge_notebook")
    assert word in caught.value.message
