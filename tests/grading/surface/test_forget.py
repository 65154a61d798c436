"""`course forget`: nothing of the person is left in the class folder, and nothing of anybody else is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from nbgrader.api import Gradebook

from course_lib.cli import main
from course_lib.grading.register import back_up
from tests.grading.surface.tiny import SET, Classroom

NAME = "quentin-quux"


@pytest.fixture
def forget(classroom: Classroom, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(classroom.course.repository)
    folder = classroom.course.folder
    (folder / "roster.csv").write_text(f"id,email\n{NAME},q@x.org\nada,a@x.org\n", encoding="utf-8")
    where = ["--class", str(folder)]
    classroom.hand_in(NAME)
    classroom.hand_in("ada")
    for words in (["due", SET, "2026-10-05 12:00"], ["due", SET, "2026-10-06 12:00", "--student", NAME]):
        assert CliRunner().invoke(main, [*words, *where]).exit_code == 0
    classroom.grade()
    back_up(classroom.course.gradebook_url, folder)
    assert CliRunner().invoke(main, ["report", SET, *where]).exit_code == 0
    return lambda *words, **rest: CliRunner().invoke(main, ["forget", *words, *where], **rest)


def mentions(folder: Path) -> list[str]:
    files = [p for p in folder.rglob("*") if p.is_file() and "solutions" not in p.parts and p.name != "course.lock"]
    return sorted(
        str(p.relative_to(folder)) for p in files if NAME in str(p) or NAME.encode() in p.read_bytes() or b"q@x.org" in p.read_bytes()
    )


def test_no_byte_of_the_person_is_left_and_the_others_keep_theirs(classroom: Classroom, forget: Callable[..., Result]) -> None:
    assert mentions(classroom.course.folder)
    assert forget(NAME, "--yes").exit_code == 0
    assert mentions(classroom.course.folder) == []
    with Gradebook(classroom.course.gradebook_url) as book:
        assert book.find_submission(SET, "ada").score == 5.0
    assert (classroom.course.submitted / "ada" / SET).is_dir()


def test_it_asks_first_names_what_is_not_its_own_and_says_who_is_not_there(classroom: Classroom, forget: Callable[..., Result]) -> None:
    before = mentions(classroom.course.folder)
    said = forget(NAME, input="n\n")
    assert (said.exit_code, mentions(classroom.course.folder)) == (1, before)
    assert "cannot be taken back" in said.output
    unknown = forget("quentin-quuxx", "--yes")
    assert unknown.exit_code == 2
    assert f"Did you mean {NAME}?" in unknown.output.replace("\n", " ")
    notes = classroom.course.folder / "talks.txt"
    notes.write_text(f"talk to {NAME}", encoding="utf-8")
    assert "talks.txt" in forget(NAME, "--yes").output
    assert notes.exists()
