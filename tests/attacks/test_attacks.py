"""Every attack is refused, leaves a status, and succeeds where the guard against it is off."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
from pathlib import Path

import pytest

from course_lib.grading import guard
from course_lib.grading.alone import judge_in_process
from course_lib.grading.isolation import lacking
from course_lib.grading.judge import Judge, zygote
from course_lib.grading.limits import Limits
from course_lib.grading.process import StudentProcess
from course_lib.grading.standins import StandInFunction
from tests.attacks.answers import ANSWERS, ENDINGS, EQUAL, TEST
from tests.attacks.reach import BEFORE, REACH
from tests.grading.core.conftest import problem_set, spec, submission

KINDS = [kind for kind in ("guard", "bubblewrap") if os.environ.get("CI") or not lacking(kind)]
QUICK = Limits(
    question_seconds=2, cell_seconds=2, setup_seconds=3, wall_factor=2
)  # importing torch.testing costs a second on a busy machine
RIGHT = "def double(x):\n    return 2 * x"


@pytest.fixture
def world(tmp_path):
    """A class with a gradebook and a submission, a source notebook, and a service that listens."""
    folder = tmp_path / "class"
    folder.mkdir()
    with sqlite3.connect(folder / "gradebook.db") as book:
        book.execute("create table marks (mark int)")
        book.execute("insert into marks values (5)")
    (folder / "submitted.ipynb").write_text("secret")
    (tmp_path / "source.ipynb").write_text("hidden")
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield {
            "CLASS": str(folder),
            "SOURCE": str(tmp_path / "source.ipynb"),
            "LIBRARY": guard.__file__,
            "HOME": str(Path.home()),
            "JUDGE": os.getpid(),
            "PORT": server.getsockname()[1],
        }


def attack(body: str, isolation: str, world: dict) -> str:
    """Run an attack in a student's process; return "done" or why not."""
    code = BEFORE + "".join(f"{name} = {value!r}\n" for name, value in world.items())
    code += "def attack():\n    " + body.replace("\n", "\n    ") + "\n    return 'done'"
    warm = zygote("bubblewrap" if isolation == "bubblewrap" else "none")  # the guard alone needs no warm process of its own
    process = StudentProcess(warm, spec(code, "attack", isolation=isolation), QUICK)
    try:
        assert process.ready, process.stop()
        try:
            return StandInFunction(process.end, 0, "attack", [])()
        except Exception as error:
            if process.gone:
                raise
            return f"{type(error).__name__}: {error}"
    finally:
        process.stop()


@pytest.mark.parametrize("name", REACH)
def test_an_attack_that_reaches_out_succeeds_only_with_the_guard_off(name, world):
    for kind in KINDS:
        assert attack(REACH[name], kind, world) != "done", kind
    assert sorted(os.listdir(world["CLASS"])) == ["gradebook.db", "submitted.ipynb"]
    assert sqlite3.connect(world["CLASS"] + "/gradebook.db").execute("select mark from marks").fetchall() == [(5,)]
    assert attack(REACH[name], "none", world) == "done"


def judged(check: str, answer: str, isolation: str) -> list:
    """Judge one answer across two processes."""
    source = problem_set({"double": RIGHT}, {"test-double": TEST.replace("CHECK", check)})
    return Judge(source, QUICK, isolation).notebook(submission(source, {"double": answer}))


def test_the_right_answer_passes_every_check():
    assert {judged(check, RIGHT, KINDS[-1])[0].status for check, _ in ANSWERS.values()} == {"passed"}


@pytest.mark.parametrize("name", ANSWERS)
def test_a_wrong_answer_that_attacks_the_test_gains_nothing(name):
    check, answer = ANSWERS[name]
    (verdict,) = judged(check, answer, KINDS[-1])
    assert not verdict.passed
    assert verdict.status in ("failed", "crashed", "timed out")


@pytest.mark.parametrize("name", ANSWERS)
def test_the_same_answer_passes_where_student_and_test_share_a_process(name):
    """In a fork, since it changes Python for whoever comes after."""
    check, answer = ANSWERS[name]
    source = problem_set({"double": RIGHT}, {"test-double": TEST.replace("CHECK", check)})
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            (verdict,) = judge_in_process(submission(source, {"double": answer}), source, limits=QUICK)
            os.write(writing, json.dumps([verdict.status, verdict.message]).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    assert json.loads(said or "[]")[:1] == ["passed"], said


@pytest.mark.parametrize("name", ENDINGS)
def test_an_attack_on_the_run_costs_its_own_question_and_leaves_a_status(name):
    status, answer = ENDINGS[name]
    source = problem_set({"double": RIGHT, "half": "def half(x):\n    return x / 2"}, {
        "test-double": TEST.replace("CHECK", EQUAL),
        "test-half": "assert half(4) == 2",
    })  # fmt: skip
    attacked, other = Judge(source, QUICK, KINDS[-1]).notebook(submission(source, {"double": answer}))
    assert (attacked.status, other.status) == (status, "passed"), attacked
    assert attacked.message
