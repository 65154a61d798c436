"""Due dates: for everyone, a group, a student; moved after grading; with a penalty by nbgrader's own plugin."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from click.testing import CliRunner, Result
from nbgrader.api import Gradebook

from course_lib.cli import main
from course_lib.grading.deadlines import moment
from course_lib.grading.problem import Problem
from tests.grading.surface.tiny import SET, Classroom

ROSTER = "id,group\nada,A\nbob,B\ncyd,A\n"


@pytest.fixture
def due(classroom: Classroom, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(classroom.course.repository)
    (classroom.course.folder / "roster.csv").write_text(ROSTER, encoding="utf-8")
    return lambda *words: CliRunner().invoke(main, ["due", SET, *words, "--class", str(classroom.course.folder)])


def late(classroom: Classroom) -> dict[str, float]:
    return {student: row.late_seconds for student, row in classroom.grade().items() if row.status != "missing"}


@pytest.mark.defect(38)
def test_the_moment_itself_is_in_time_and_a_second_later_is_not(classroom: Classroom, due: Callable[..., Result]) -> None:
    classroom.hand_in("ada", when="2026-10-05 12:00:00 UTC")
    classroom.hand_in("bob", when="2026-10-05 12:00:01 UTC")
    due("2026-10-05 12:00 UTC")
    assert late(classroom) == {"ada": 0.0, "bob": 1.0}


def test_a_group_and_a_student_can_have_more_time(classroom: Classroom, due: Callable[..., Result]) -> None:
    for student in ("ada", "bob", "cyd"):
        classroom.hand_in(student, when="2026-10-06 12:00:00 UTC")
    due("2026-10-05 12:00 UTC")
    due("2026-10-06 11:00 UTC", "--group", "A")
    due("2026-10-07 12:00 UTC", "--student", "cyd")
    assert late(classroom) == {"ada": 3600.0, "bob": 86400.0, "cyd": 0.0}


def test_a_date_moved_after_grading_counts_at_the_next_run_and_nobody_is_judged_again(
    classroom: Classroom, due: Callable[..., Result], judged: Callable[[], int]
) -> None:
    classroom.hand_in("ada", when="2026-10-06 12:00:00 UTC")
    due("2026-10-05 12:00 UTC")
    assert late(classroom) == {"ada": 86400.0}
    due("2026-10-08 12:00 UTC", "--student", "ada")
    assert late(classroom) == {"ada": 0.0}
    due("--remove", "--student", "ada")
    assert late(classroom) == {"ada": 86400.0}
    assert judged() == 1


@pytest.mark.defect(37)
def test_a_penalty_is_nbgraders_plugin_and_goes_when_the_deadline_moves(classroom: Classroom, due: Callable[..., Result]) -> None:
    (classroom.course.folder / "class_config.py").write_text(
        "c = get_config()\nc.LateSubmissionPlugin.penalty_method = 'zero'\n", encoding="utf-8"
    )
    classroom.hand_in("ada", when="2026-10-06 12:00:00 UTC")
    due("2026-10-05 12:00 UTC")
    assert classroom.grade()["ada"].score == 0.0
    due("2026-10-09 12:00 UTC")
    assert classroom.grade()["ada"].score == 5.0


def test_an_extension_granted_in_nbgrader_stays(classroom: Classroom, due: Callable[..., Result]) -> None:
    classroom.hand_in("ada", when="2026-10-06 12:00:00 UTC")
    due("2026-10-05 12:00 UTC")
    classroom.grade()
    (classroom.course.folder / "roster.csv").unlink()
    with Gradebook(classroom.course.gradebook_url) as book:
        book.grant_extension(SET, "ada", days=2)
    assert late(classroom) == {"ada": 0.0}


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("2026-10-05 23:59 Europe/Berlin", datetime(2026, 10, 5, 21, 59)),
        ("2026-12-05 23:59 Europe/Berlin", datetime(2026, 12, 5, 22, 59)),
        ("2026-10-05T23:59:00+02:00", datetime(2026, 10, 5, 21, 59)),
        ("2026-10-05 23:59", datetime(2026, 10, 5, 23, 59)),
    ],
)
def test_a_moment_is_kept_in_utc(text: str, utc: datetime) -> None:
    assert moment(text, "--due") == utc


@pytest.mark.parametrize("text", ["soon", "2026-13-01 10:00", "2026-10-05 23:59 Europe/Nowhere", ""])
def test_what_is_no_moment_says_how_to_write_one(text: str) -> None:
    with pytest.raises(Problem, match="2026-10-05 23:59 Europe/London"):
        moment(text, "--due")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["2026-10-05 12:00", "--group", "Z"], "there is no group 'Z'"),
        (["2026-10-05 12:00", "--student", "adda"], "Did you mean ada?"),
        (["2026-10-05 12:00", "--student", "ada"], "has no due date yet"),
    ],
)
def test_somebody_who_is_not_there_is_an_error(due: Callable[..., Result], words: list[str], said: str) -> None:
    result = due(*words)
    assert result.exit_code == 2
    assert said in result.output.replace("\n", " ")


def test_without_a_date_the_command_shows_what_is_set(due: Callable[..., Result]) -> None:
    assert "No due date is set" in due().output
    due("2026-10-05 12:00 UTC")
    assert "2026-10-05 12:00:00 UTC" in due().output
