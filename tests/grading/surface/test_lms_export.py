"""Marks for Canvas and Moodle: the rows they look for, empty where there is no mark, and nothing a spreadsheet would run."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from course_lib.cli import main
from tests.grading.surface.tiny import RIGHT, SET, Classroom, solve

ROSTER = """id,last_name,first_name,email,group,canvas_id
ada,Lovelace,Ada,ada@x.org,B,41
bob,=SUM(A1),Bob,bob@x.org,A,42
zed,Zimmer,Zed,zed@x.org,A,43
"""
TEMPLATE = f"""Student,ID,SIS User ID,SIS Login ID,Section,Other task (900),{SET} (901),Current Score
,,,,,Manual Posting,,(read only)
    Points Possible,,,,,10.0,5.0,(read only)
"Lovelace, Ada",41,1001,ada@x.org,Sec B,7,,70
"Formula, Bob",42,1002,b@x.org,Sec A,8,2,80
"Zimmer, Zed",43,1003,zed@x.org,Sec A,9,3,90
"Student, Test",99,,t@x.org,Sec A,,,
"""


@pytest.fixture
def export(classroom: Classroom, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(classroom.course.repository)
    (classroom.course.folder / "roster.csv").write_text(ROSTER, encoding="utf-8")
    classroom.hand_in("ada")
    classroom.hand_in("bob", solve(classroom.released(), double=RIGHT["double"]))
    classroom.grade()
    return lambda *words: CliRunner().invoke(main, ["export", SET, *words, "--class", str(classroom.course.folder)])


def table(path: Path) -> list[list[str]]:
    return list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))


def test_canvas_gets_its_columns_its_maximum_and_no_zero_for_who_handed_nothing_in(
    classroom: Classroom, export: Callable[..., Result]
) -> None:
    assert export("--format", "canvas").exit_code == 0
    assert table(classroom.course.folder / f"{SET}-canvas.csv") == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", SET],
        ["    Points Possible", "", "", "", "", "5"],
        ["'=SUM(A1), Bob", "42", "bob", "bob@x.org", "A", "2"],
        ["Lovelace, Ada", "41", "ada", "ada@x.org", "B", "5"],
        ["Zimmer, Zed", "43", "zed", "zed@x.org", "A", ""],
    ]


def test_a_gradebook_of_canvas_gets_the_new_marks_and_keeps_the_others(
    classroom: Classroom, export: Callable[..., Result], tmp_path: Path
) -> None:
    template = tmp_path / "canvas.csv"
    template.write_text(TEMPLATE, encoding="utf-8-sig")
    assert export("--format", "canvas", "--template", str(template)).exit_code == 0
    head, _, most, *students = table(classroom.course.folder / f"{SET}-canvas.csv")
    assert (head[-1], most[-1]) == (f"{SET} (901)", "5.0")
    assert [(line[1], line[-1]) for line in students] == [("41", "5"), ("42", "2"), ("43", "3"), ("99", "")]


def test_a_template_that_does_not_fit_says_what_does_not(classroom: Classroom, export: Callable[..., Result], tmp_path: Path) -> None:
    template = tmp_path / "canvas.csv"
    for old, new, words in [
        (f"{SET} (901)", "Something (901)", "0 columns named"),
        ("10.0,5.0", "10.0,20.0", "set Canvas's points to 5"),
        ("Student,ID", "Name,ID", "not a gradebook that Canvas exported"),
    ]:
        template.write_text(TEMPLATE.replace(old, new), encoding="utf-8")
        said = export("--format", "canvas", "--template", str(template))
        assert said.exit_code == 2
        assert words in said.output.replace("\n", " ")
    assert not (classroom.course.folder / f"{SET}-canvas.csv").exists()


def test_moodle_gets_ids_and_addresses(classroom: Classroom, export: Callable[..., Result]) -> None:
    assert export("--format", "moodle").exit_code == 0
    assert table(classroom.course.folder / f"{SET}-moodle.csv") == [
        ["ID number", "Email address", "First name", "Last name", SET],
        ["bob", "bob@x.org", "Bob", "'=SUM(A1)", "2"],
        ["ada", "ada@x.org", "Ada", "Lovelace", "5"],
        ["zed", "zed@x.org", "Zed", "Zimmer", ""],
    ]


def test_an_anonymous_table_names_nobody_and_has_every_mark(classroom: Classroom, export: Callable[..., Result]) -> None:
    assert export("--anonymous").exit_code == 0
    text = (classroom.course.folder / f"{SET}-anonymous.csv").read_text(encoding="utf-8")
    assert [word for word in ("ada", "bob", "zed", "Lovelace", "x.org") if word in text] == []
    assert sorted(row["raw_score"] for row in csv.DictReader(io.StringIO(text))) == ["0.0", "2.0", "5.0"]


def test_an_anonymous_report_and_table_name_nobody(
    classroom: Classroom, export: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    where = ["--class", str(classroom.course.folder)]
    shown = CliRunner().invoke(main, ["report", SET, "--anonymous", *where])
    page = (classroom.course.folder / "report" / f"{SET}-anonymous.html").read_text(encoding="utf-8")
    assert shown.exit_code == 0
    assert [word for word in (">ada<", ">bob<", ">zed<", "../feedback", "../autograded") if word in page] == []
    assert page.count("student-") >= 3


@pytest.mark.parametrize("words", [["--format", "moodle", "--template", "x.csv"], ["--format", "canvas", "--anonymous"]])
def test_options_that_do_not_go_together_say_so(classroom: Classroom, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.chdir(classroom.course.repository)
    assert CliRunner().invoke(main, ["export", SET, *words, "--class", str(classroom.course.folder)]).exit_code == 2
