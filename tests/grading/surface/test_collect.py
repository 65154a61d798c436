"""`course collect`: the notebooks of a platform's download reach their students, and nothing in an archive reaches anything else."""

from __future__ import annotations

import json
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from course_lib.cli import main
from course_lib.grading import collect as collecting
from tests.grading.surface.tiny import RIGHT, SET, TOPIC, Classroom, solve

ROSTER = """id,last_name,first_name,email,group,canvas_id
jm1,Müller,Jan,jan@x.org,A,40812
ada,Lovelace,Ada,ada@x.org,B,
"""
Collect = Callable[..., Result]


@pytest.fixture
def zipped(tmp_path: Path) -> Callable[..., Path]:
    def make(members: dict[str, bytes | str], name: str = "download.zip") -> Path:
        path = tmp_path / name
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for member, content in members.items():
                archive.writestr(member, content)
        return path

    return make


@pytest.fixture
def collect(classroom: Classroom, monkeypatch: pytest.MonkeyPatch) -> Collect:
    monkeypatch.chdir(classroom.course.repository)

    def call(archive: Path, *options: str) -> Result:
        return CliRunner().invoke(main, ["collect", SET, str(archive), *options, "--class", str(classroom.course.folder)])

    return call


@pytest.fixture
def answer(classroom: Classroom) -> str:
    return json.dumps(solve(classroom.released(), **RIGHT))


@pytest.fixture
def with_roster(classroom: Classroom) -> None:
    (classroom.course.folder / "roster.csv").write_text(ROSTER, encoding="utf-8")


def handed_in(classroom: Classroom, student: str) -> list[str]:
    folder = classroom.course.submitted / student / SET
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


@pytest.mark.usefixtures("with_roster")
@pytest.mark.parametrize(
    ("member", "student", "file"),
    [
        (f"muellerjan_40812_9100233_{TOPIC}.ipynb", "jm1", f"{TOPIC}.ipynb"),  # by number, however Canvas writes the name
        (f"lovelaceada_777_9100234_{TOPIC}-2.ipynb", "ada", f"{TOPIC}-2.ipynb"),
        (f"Jan Müller_771_assignsubmission_file_/{TOPIC}.ipynb", "jm1", f"{TOPIC}.ipynb"),
        (f"Ada Lovelace_772_assignsubmission_file/deep/{TOPIC}.ipynb", "ada", f"deep/{TOPIC}.ipynb"),
        (f"Ada Lovelace_772_assignsubmission_file_{TOPIC}.ipynb", "ada", f"{TOPIC}.ipynb"),
    ],
)
def test_a_file_reaches_the_student_its_name_means(
    classroom: Classroom, collect: Collect, zipped: Callable, answer: str, member: str, student: str, file: str
) -> None:
    assert collect(zipped({member: answer})).exit_code == 0
    assert handed_in(classroom, student) == [file]


@pytest.mark.usefixtures("with_roster")
def test_what_was_collected_is_graded(classroom: Classroom, collect: Collect, zipped: Callable, answer: str) -> None:
    collect(zipped({f"lovelaceada_777_1_{TOPIC}-1.ipynb": answer, f"muellerjan_40812_2_{TOPIC}.ipynb": answer}))
    assert {student: row.score for student, row in classroom.grade().items()} == {"ada": 5.0, "jm1": 5.0}


@pytest.mark.usefixtures("with_roster")
def test_somebody_nobody_knows_is_named_and_the_rest_is_taken(
    classroom: Classroom, collect: Collect, zipped: Callable, answer: str
) -> None:
    said = collect(zipped({f"strangera_5_1_{TOPIC}.ipynb": answer, f"lovelaceada_777_2_{TOPIC}.ipynb": answer}))
    assert said.exit_code == 1
    assert "strangera" in said.output
    assert [p.name for p in classroom.course.submitted.iterdir()] == ["ada"]


@pytest.mark.usefixtures("with_roster")
def test_a_newer_download_replaces_and_keeps_what_was_there(classroom: Classroom, collect: Collect, zipped: Callable, answer: str) -> None:
    member = f"lovelaceada_777_2_{TOPIC}.ipynb"
    collect(zipped({member: "first"}, "a.zip"))
    assert "1 replaced" in collect(zipped({member: "second"}, "b.zip")).output
    assert (classroom.course.submitted / "ada" / SET / f"{TOPIC}.ipynb").read_text() == "second"
    kept = list((classroom.course.folder / "earlier" / "ada" / SET).rglob("*.ipynb"))
    assert [p.read_text() for p in kept] == ["first"]


@pytest.mark.usefixtures("with_roster")
def test_the_same_download_twice_changes_nothing(classroom: Classroom, collect: Collect, zipped: Callable, answer: str) -> None:
    archive = zipped({f"lovelaceada_777_2_{TOPIC}.ipynb": answer})
    collect(archive)
    assert "0 new, 0 replaced, 1 unchanged" in collect(archive).output
    assert not (classroom.course.folder / "earlier").exists()


def test_without_a_roster_the_download_becomes_one(classroom: Classroom, collect: Collect, zipped: Callable, answer: str) -> None:
    said = collect(zipped({f"muellerjan_40812_9_{TOPIC}.ipynb": answer}))
    assert said.exit_code == 0
    assert "There was no roster" in said.output
    assert "40812" in (classroom.course.folder / "roster.csv").read_text(encoding="utf-8")
    assert [row.score for row in classroom.grade().values()] == [5.0]


@pytest.mark.usefixtures("with_roster")
def test_canvas_marks_late_once_there_is_a_due_date(classroom: Classroom, collect: Collect, zipped: Callable, answer: str) -> None:
    archive = zipped({f"lovelaceada_LATE_777_2_{TOPIC}.ipynb": answer})
    assert "no due date" in collect(archive).output
    where = ["--class", str(classroom.course.folder)]
    assert CliRunner().invoke(main, ["due", SET, "2026-10-05 12:00 UTC", *where]).exit_code == 0
    collect(archive)
    row = classroom.grade()["ada"]
    assert (row.status, row.late_seconds) == ("late", 1.0)


@pytest.mark.usefixtures("with_roster")
@pytest.mark.parametrize(
    "member",
    [
        "lovelaceada_777_2_../../../../outside.ipynb",
        "Ada Lovelace_772_assignsubmission_file/../../../outside.ipynb",
        "/Ada Lovelace_772_assignsubmission_file/outside.ipynb",
        "Ada Lovelace_772_assignsubmission_file\\..\\..\\outside.ipynb",
        "C:/Ada Lovelace_772_assignsubmission_file/outside.ipynb",
    ],
)
def test_a_name_that_points_outside_writes_nothing(classroom: Classroom, collect: Collect, zipped: Callable, member: str) -> None:
    before = sorted(p for p in classroom.course.folder.parent.rglob("*"))
    fine = f"muellerjan_40812_1_{TOPIC}.ipynb"
    said = collect(zipped({member: "bad", fine: "good"}))
    assert said.exit_code == 1
    assert "not taken" in said.output
    after = {p for p in classroom.course.folder.parent.rglob("*") if p.is_file() and p.read_bytes() == b"bad"}
    assert after - set(before) == set()


@pytest.mark.usefixtures("with_roster")
def test_a_link_is_refused(classroom: Classroom, collect: Collect, tmp_path: Path) -> None:
    link = zipfile.ZipInfo(f"lovelaceada_777_2_{TOPIC}.ipynb")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    path = tmp_path / "links.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(link, "/etc/passwd")
        archive.writestr(f"muellerjan_40812_1_{TOPIC}.ipynb", "good")
    assert "it is a link" in collect(path).output
    assert not (classroom.course.submitted / "ada").exists()


@pytest.mark.usefixtures("with_roster")
def test_a_bomb_that_says_its_size_is_refused(classroom: Classroom, collect: Collect, zipped: Callable) -> None:
    archive = zipped({f"lovelaceada_777_2_{TOPIC}.ipynb": bytes(60 * 2**20), f"muellerjan_40812_1_{TOPIC}.ipynb": "good"})
    assert "60 MB" in collect(archive).output
    assert not (classroom.course.submitted / "ada").exists()
    assert handed_in(classroom, "jm1") == [f"{TOPIC}.ipynb"]


@pytest.mark.usefixtures("with_roster")
def test_a_bomb_that_lies_about_its_size_is_stopped_while_it_unpacks(
    classroom: Classroom, collect: Collect, zipped: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = zipped({f"lovelaceada_777_2_{TOPIC}.ipynb": bytes(3 * 2**20)})
    data = archive.read_bytes()
    true, small = (3 * 2**20).to_bytes(4, "little"), (100).to_bytes(4, "little")
    archive.write_bytes(data.replace(true, small))
    monkeypatch.setattr(collecting, "LARGEST", 2**20)
    assert collect(archive).exit_code == 1
    assert not (classroom.course.submitted / "ada").exists()


def test_an_archive_of_more_than_a_class_is_not_unpacked(
    classroom: Classroom, collect: Collect, zipped: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collecting, "MOST_MEMBERS", 3)
    said = collect(zipped({f"lovelaceada_777_{n}_{TOPIC}.ipynb": "x" for n in range(4)}))
    assert said.exit_code == 2
    assert "Nothing was unpacked" in said.output
    assert not classroom.course.submitted.exists()


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"no zip at all", "not a whole zip"), (None, "there is no file")],
)
def test_a_file_that_is_no_archive_says_so(
    classroom: Classroom, collect: Collect, tmp_path: Path, content: bytes | None, words: str
) -> None:
    path = tmp_path / "x.zip"
    if content is not None:
        path.write_bytes(content)
    said = collect(path)
    assert said.exit_code == 2
    assert words in said.output.replace("\n", " ")


def test_names_of_no_platform_show_what_was_expected(collect: Collect, zipped: Callable) -> None:
    said = collect(zipped({"homework/mine.ipynb": "x"}))
    assert said.exit_code == 2
    assert "assignsubmission_file" in said.output
    assert "homework/mine.ipynb" in said.output


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name\nada\n", "the first line must name the columns"),
        ("id\nada\nada\n", "twice"),
        ("id\n../ada\n", "cannot name a folder"),
        ("id,email\n,x@y.org\n", "there is no id"),
    ],
)
def test_a_roster_that_cannot_be_used_names_the_line(
    classroom: Classroom, collect: Collect, zipped: Callable, answer: str, text: str, words: str
) -> None:
    (classroom.course.folder / "roster.csv").write_text(text, encoding="utf-8")
    said = collect(zipped({f"lovelaceada_777_2_{TOPIC}.ipynb": answer}))
    assert said.exit_code == 2
    assert words in said.output.replace("\n", " ")
