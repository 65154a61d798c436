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
from course_lib.grading.isolation import lacking, ordinary_user
from course_lib.grading.judge import Judge, zygote
from course_lib.grading.limits import Limits
from course_lib.grading.process import StudentProcess
from course_lib.grading.standins import StandInFunction
from course_lib.grading.warm import Zygote
from tests.attacks.answers import ANSWERS, ENDINGS, EQUAL, TEST
from tests.attacks.careless import class_of_two
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
@pytest.mark.defect(8, 9, 10)
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
@pytest.mark.defect(17)
def test_an_attack_on_the_run_costs_its_own_question_and_leaves_a_status(name):
    status, answer = ENDINGS[name]
    source = problem_set({"double": RIGHT, "half": "def half(x):\n    return x / 2"}, {
        "test-double": TEST.replace("CHECK", EQUAL),
        "test-half": "assert half(4) == 2",
    })  # fmt: skip
    attacked, other = Judge(source, QUICK, KINDS[-1]).notebook(submission(source, {"double": answer}))
    assert (attacked.status, other.status) == (status, "passed"), attacked
    assert attacked.message


ON_THE_WIRE = ("a message", "a pickle", "nesting", "hanging up", "a forged verdict")


@pytest.mark.parametrize("name", ENDINGS)
def test_the_same_attack_on_the_run_succeeds_where_nothing_is_round_it(name):
    _, answer = ENDINGS[name]
    assert class_of_two(answer, QUICK, listens=name.startswith(ON_THE_WIRE)) != "went on"


def test_an_honest_answer_does_not_trouble_even_a_careless_grader():
    assert class_of_two(RIGHT, QUICK, listens=False) == "went on"


@pytest.mark.parametrize("kind", KINDS)
def test_the_environment_holds_nothing_of_the_teachers(kind, monkeypatch):
    monkeypatch.setenv("COURSE_SECRET", "token-of-the-gradebook")
    look = (
        "def look():\n    import os\n    held = [k + v for k, v in os.environ.items()]\n"
        "    try:\n        held.append(open('/proc/self/environ').read())\n    except OSError:\n        pass\n    return str(held)"
    )
    assert "token-of-the-gradebook" not in called(look, "look", kind)
    assert "token-of-the-gradebook" in str(dict(os.environ))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if ordinary_user(kind) is not None or os.geteuid() != 0])
def test_root_is_nobody_inside(kind):
    """Without the wall, only where nobody can read the Python that runs it (`ordinary_user`)."""
    look = "def look():\n    import os\n    return [*os.getresuid(), *os.getresgid(), len(os.getgroups())]"
    found = called(look, "look", kind)
    assert all(number > 0 for number in found[:6]), found


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_student_writes_is_gone_with_their_process(kind):
    """With the wall there is a folder to write in, emptied after each; with the guard alone there is none."""
    write = (
        "def touch():\n    import os\n    try:\n        open('left-behind', 'w').write('hint')\n    except OSError:\n        return False\n"
        "    return os.path.exists('left-behind')"
    )
    look = "def look():\n    import os\n    return os.path.exists('left-behind')"
    with Zygote(kind) as warm:
        assert called(write, "touch", kind, warm) is (kind == "bubblewrap")
        assert called(look, "look", kind, warm) is False


def called(code: str, name: str, kind: str, warm: Zygote | None = None):
    """Call one function of a student's in a process of its own, from a warm process that was started now."""
    if warm is None:
        with Zygote(kind) as fresh:
            return called(code, name, kind, fresh)
    process = StudentProcess(warm, spec(code, name, isolation=kind), QUICK)
    try:
        assert process.ready, process.stop()
        return StandInFunction(process.end, 0, name, [])()
    finally:
        process.stop()
