"""The commands on the teaching pages: they exist with those options, and those on running a class run, in their order."""

from __future__ import annotations

import json
import re
import shlex
import zipfile
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from course_lib.cli import main
from tests.grading.surface.tiny import RIGHT, SET, TOPIC, Classroom, solve

PAGES = sorted((Path(__file__).parents[3] / "book" / "teaching").glob("*.md"))


def commands(page: Path) -> list[list[str]]:
    """The lines that a reader would type, from the page's console blocks."""
    blocks = re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [shlex.split(line[2:]) for block in blocks for line in block.splitlines() if line.startswith("$ ")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_command_and_option_on_the_page_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert commands(page)
    for words in commands(page):
        command = main.get_command(click.Context(main), words[1])
        assert command is not None, words
        known = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= known, words
    everything = [main.get_command(click.Context(main), name) for name in main.list_commands(click.Context(main))]
    known = {option for command in everything if command for parameter in command.params for option in parameter.opts}
    assert set(re.findall(r"`(--[a-z]+)", text)) <= known


def test_the_commands_of_running_a_class_run_in_their_order(classroom: Classroom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = next(page for page in PAGES if page.stem == "running-a-class")
    monkeypatch.setenv("COURSE_CLASS", str(classroom.course.folder))
    monkeypatch.delenv("CI", raising=False)
    work = classroom.course.repository
    monkeypatch.chdir(work)
    (classroom.course.folder / "roster.csv").write_text("id,last_name,first_name\nada,Lovelace,Ada\nbob,Noyce,Bob\n", encoding="utf-8")
    with zipfile.ZipFile(work / "submissions.zip", "w") as archive:
        archive.writestr(f"lovelaceada_1_2_{TOPIC}.ipynb", json.dumps(solve(classroom.released(), **RIGHT)))
        archive.writestr(f"noycebob_LATE_3_4_{TOPIC}.ipynb", json.dumps(solve(classroom.released(), double=RIGHT["double"])))
    for words in commands(page):
        called = [
            {"ps02-attention": SET, "attention": "double", "students-copy": str(tmp_path / "copy")}.get(word, word) for word in words[1:]
        ]
        if called[0] == "publish":
            continue  # a copy needs the whole course, which this class's repository is not: test_places.py publishes
        said = CliRunner().invoke(main, called)
        assert said.exit_code == 0, (words, said.output)
    marks = (classroom.course.folder / f"{SET}.csv").read_text(encoding="utf-8")
    assert ",5.0,5.0,graded" in marks
    assert "bob" not in {path.name for path in classroom.course.submitted.iterdir()}
