"""The sample class of twelve, graded by the real judge: what `make` shows, held to the points it must give."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from course_lib.grading.commands.sample import SET, stage
from course_lib.grading.paths import Course, find_repository
from course_lib.grading.record import Record
from course_lib.grading.run import Run
from course_lib.grading.source import Source


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    found = Course.find(tmp_path_factory.mktemp("sample") / "class", find_repository(Path(__file__).parent))
    stage(found)
    return found


@pytest.fixture(scope="module")
def rows(course: Course) -> dict[str, Record]:
    return {row.student: row for row in Run(course=course, set=SET, workers=2).start()}


def worth(course: Course, *questions: str) -> float:
    source = Source.read(course.source(SET))
    return source.points() - sum(source.points(question) for question in questions)


@pytest.mark.parametrize(
    ("student", "status", "lost"),
    [
        ("full-marks", "graded", ()),
        ("late", "late", ()),
        ("duplicated-test", "graded", ()),
        ("deleted-test", "graded", ()),
        ("renamed", "graded", ()),
        ("stderr-warnings", "graded", ()),
        ("Zoë-Ångström-李", "graded", ()),
        ("infinite-loop", "timed out", ("merge_heads",)),
        ("process-exit", "crashed", ("split_heads",)),
    ],
)
def test_each_ends_with_its_status_and_loses_the_points_of_its_own_question_alone(
    course: Course, rows: dict[str, Record], student: str, status: str, lost: tuple[str, ...]
) -> None:
    row = rows[student]
    assert (row.status, row.score, row.max_score) == (status, worth(course, *lost), worth(course))


def test_a_partly_right_notebook_keeps_what_is_right(course: Course, rows: dict[str, Record]) -> None:
    row = rows["partial"]
    assert row.status == "graded"
    assert {v["question"] for v in row.verdicts if not v["passed"]} == {"attention", "MultiHeadAttention"}
    assert row.score is not None
    assert worth(course, "attention", "MultiHeadAttention") <= row.score < worth(course, "MultiHeadAttention")


def test_a_wrong_answer_is_named(rows: dict[str, Record]) -> None:
    assert [v["mistake"] for v in rows["partial"].verdicts if v["status"] == "failed"] == ["scores-that-are-not-divided-by-sqrt-d"]


def test_an_empty_notebook_is_empty_and_an_unparsable_one_has_no_mark(rows: dict[str, Record]) -> None:
    assert (rows["empty"].status, rows["empty"].score) == ("empty", 0.0)
    assert (rows["unparsable"].status, rows["unparsable"].score) == ("unreadable", None)


def test_there_is_one_row_for_each_of_the_twelve(course: Course, rows: dict[str, Record]) -> None:
    script = course.repository / "tests" / "submissions" / "make.py"
    spec = importlib.util.spec_from_file_location("sample_submissions", script)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert sorted(rows) == sorted(module.CLASS)
    assert len(rows) == 12


def test_staging_again_changes_nothing_and_nobody_is_graded_twice(course: Course, rows: dict[str, Record]) -> None:
    stage(course)
    again = Run(course=course, set=SET)
    assert {row.student: row.verdicts for row in again.start()} == {student: row.verdicts for student, row in rows.items()}
    assert len(again.kept) == 12
