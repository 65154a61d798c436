"""`course check`: a student's own checks, said in words, whatever the notebook does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from click.testing import CliRunner

from course_lib.cli import main
from course_lib.grading.check import Outcome, run
from course_lib.grading.problem import Problem
from tests.grading.surface.tiny import RIGHT, SET, TOPIC, solve

RIGHT_CUBE = RIGHT["cube"]


@pytest.fixture
def released(repository: Path) -> nbformat.NotebookNode:
    return nbformat.read(repository / "exercises" / SET / f"{TOPIC}.ipynb", as_version=4)


def save(notebook: nbformat.NotebookNode, folder: Path) -> Path:
    path = folder / "mine.ipynb"
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


def states(outcome: Outcome) -> dict[str, str]:
    return {check.cell: check.status for check in outcome.checks}


def test_each_question_is_passed_failed_or_not_done(released: nbformat.NotebookNode, tmp_path: Path) -> None:
    outcome = run(save(solve(released, double="def double(x):\n    return x * x\n"), tmp_path))
    assert states(outcome) == {"test-double": "failed", "test-cube": "not done"}
    failed = outcome.checks[0]
    assert (failed.label, failed.message) == ("twice three is six", "double(3) came out wrong.")
    assert failed.mistake == "squares instead of doubling"
    assert failed.example == "double(3) = 9"


def test_a_right_notebook_passes_and_a_cell_with_hidden_checks_alone_is_not_counted(
    released: nbformat.NotebookNode, tmp_path: Path
) -> None:
    outcome = run(save(solve(released, **RIGHT), tmp_path))
    assert outcome.passed
    assert "test-cube-2" not in states(outcome)


def test_code_that_stops_is_shown_its_own_line(released: nbformat.NotebookNode, tmp_path: Path) -> None:
    outcome = run(save(solve(released, double="def double(x):\n    half = x / 2\n    return half.twice\n"), tmp_path))
    assert outcome.checks[0].example.splitlines() == [
        "AttributeError: 'float' object has no attribute 'twice'",
        "in double, line 3 of its cell:  return half.twice",
    ]


def test_one_question_can_be_checked_alone(released: nbformat.NotebookNode, tmp_path: Path) -> None:
    assert states(run(save(solve(released, **RIGHT), tmp_path), "cube")) == {"test-cube": "passed"}


@pytest.mark.parametrize(
    ("answer", "state"),
    [("import os\ndef double(x):\n    os._exit(0)\n", "crashed"), ("def double(x):\n    while True:\n        pass\n", "timed out")],
)
def test_a_crash_or_a_hang_costs_its_own_question(released: nbformat.NotebookNode, tmp_path: Path, answer: str, state: str) -> None:
    outcome = run(save(solve(released, double=answer, cube=RIGHT_CUBE), tmp_path), patience=12)
    assert states(outcome) == {"test-double": state, "test-cube": "passed"}


def test_a_demonstration_does_not_run_and_a_broken_scratch_cell_is_said(released: nbformat.NotebookNode, tmp_path: Path) -> None:
    released.cells.insert(1, nbformat.v4.new_code_cell("undefined_name"))
    outcome = run(save(solve(released, **RIGHT), tmp_path))
    assert outcome.passed
    assert outcome.remarks == ["cell 2: stopped with NameError: name 'undefined_name' is not defined"]


def test_the_notebook_itself_is_not_changed(released: nbformat.NotebookNode, tmp_path: Path) -> None:
    path = save(solve(released, **RIGHT), tmp_path)
    before = path.read_bytes()
    run(path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir() if p.is_file()] == ["mine.ipynb"]


@pytest.mark.parametrize(
    ("name", "question", "words"),
    [
        ("mime.ipynb", None, ["mime.ipynb", "mine.ipynb"]),
        ("mine.ipynb", "dubble", ["dubble", "Did you mean double"]),
    ],
)
def test_what_is_not_there_is_named_with_what_is(
    released: nbformat.NotebookNode, tmp_path: Path, name: str, question: str | None, words: list[str]
) -> None:
    save(released, tmp_path)
    with pytest.raises(Problem) as caught:
        run(tmp_path / name, question)
    for word in words:
        assert word in caught.value.message


def test_the_exit_code_tells_the_truth(released: nbformat.NotebookNode, tmp_path: Path) -> None:
    path = save(released, tmp_path)
    assert CliRunner().invoke(main, ["check", str(path), "double"]).exit_code == 1
    assert CliRunner().invoke(main, ["check", str(tmp_path / "none.ipynb")]).exit_code == 2
    save(solve(released, **RIGHT), tmp_path)
    assert CliRunner().invoke(main, ["check", str(path), "double"]).exit_code == 0


def test_help_and_check_import_where_resource_fcntl_and_pwd_are_missing(released: nbformat.NotebookNode, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.mkdir()
    for module in ("resource", "fcntl", "pwd"):
        (blocked / f"{module}.py").write_text(f"raise ImportError('{module} is not on this system')\n", encoding="utf-8")
    code = "import sys; sys.path.insert(0, sys.argv.pop(1)); from course_lib.cli import main; import course_lib.grading.lock; main()"
    path = save(solve(released, **RIGHT), tmp_path)
    for args in (["--help"], ["check", str(path)]):
        command = [sys.executable, "-c", code, str(blocked), *args]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | {"COLUMNS": "200"})
        assert done.returncode == 0, done.stderr
