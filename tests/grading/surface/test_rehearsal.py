"""`course doctor --grade`: whether this machine gives known answers the marks they deserve."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from course_lib.cli import main
from course_lib.grading import bank
from course_lib.grading.rehearsal import answered, fault
from course_lib.grading.source import Source
from course_lib.grading.verdict import Verdict
from tests.grading.surface.tiny import SET, TOPIC

ANSWERS = {
    "right/double__sum": '"""x + x"""\ndef double(x):\n    return x + x\n',
    "right/double__shift": '"""A shift to the left"""\ndef double(x):\n    return x << 1\n',
    "wrong/double__square": '"""The square"""\ndef double(x):\n    return x * x\n',
    "right/cube__power": '"""A power"""\ndef cube(x):\n    return x**3\n',
    "wrong/cube__no-sign": '"""The sign is lost"""\ndef cube(x):\n    return abs(x) ** 3\n',
}


@pytest.fixture
def with_bank(repository: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tiny course with a bank of five answers; commands run inside it."""
    for name, code in ANSWERS.items():
        path = repository / "tests" / "answers" / SET / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code, encoding="utf-8")
    monkeypatch.chdir(repository)
    return repository


def doctor(*options: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["doctor", *options])
    return done.exit_code, done.output


def test_a_machine_that_grades_as_it_should_is_called_ready_under_the_isolation_in_force(with_bank: Path) -> None:
    code, said = doctor("--grade", "--all")
    assert code == 0, said
    assert "Ready to grade: all 5 answers got what they deserve." in said
    assert "Isolation of student code:" in said
    assert "none: it could read" not in said


def test_answers_that_get_other_marks_than_they_deserve_are_named_and_the_exit_code_is_1(with_bank: Path) -> None:
    place = with_bank / "tests" / "answers" / SET
    (place / "wrong" / "double__square.py").write_text('"""Not wrong at all"""\ndef double(x):\n    return 2 * x\n', encoding="utf-8")
    (place / "right" / "cube__power.py").write_text('"""Not right"""\ndef cube(x):\n    return abs(x) ** 3\n', encoding="utf-8")
    code, said = doctor("--grade")
    assert code == 1
    assert f"{SET}: wrong/double__square is wrong (Not wrong at all) and kept all marks" in said
    assert f"{SET}: right/cube__power is right and lost marks (test-cube-2: failed, the sign of a negative number is lost" in said
    assert "Do not grade a class here yet: 2 of 4 answers" in said


def test_without_a_bank_it_says_that_a_clone_has_one(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository)
    code, said = doctor("--grade")
    assert code == 2
    assert "there is no answer bank at" in said
    assert "A clone of the course has it" in said


def test_a_set_without_answers_is_an_error_that_lists_those_with(with_bank: Path) -> None:
    code, said = doctor("--grade", "--set", "ps91-numbers")
    assert code == 2
    assert "Did you mean ps90-numbers?" in said


def test_an_isolation_that_is_not_to_be_had_is_refused_before_anything_is_graded(with_bank: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from course_lib.grading import isolation

    monkeypatch.setattr(isolation, "_lacking", lambda kind: ("there is no wall",))
    code, said = doctor("--grade")
    assert code == 2
    assert "nothing was graded: student code cannot be shut in on this machine. there is no wall" in said


def test_options_of_the_rehearsal_alone_are_a_mistake_in_the_call() -> None:
    code, said = doctor("--all")
    assert code == 2
    assert "go with --grade" in said


def test_without_all_one_right_and_one_wrong_answer_to_each_function_is_graded(with_bank: Path) -> None:
    source = Source.read(with_bank / "solutions" / SET / f"{TOPIC}.ipynb")
    answers = bank.read(with_bank / "tests" / "answers" / SET)
    some = sorted((answer.name, answer.right) for answer, _ in answered(source, answers, everything=False))
    assert some == [("cube", False), ("cube", True), ("double", False), ("double", True)]
    assert {answer.title for answer, _ in answered(source, answers, everything=True)} == set(ANSWERS)


@pytest.mark.parametrize("status", ["timed out", "crashed", "out of memory", "error"])
def test_a_wrong_answer_that_was_only_cut_off_says_nothing_good_about_the_machine(with_bank: Path, status: str) -> None:
    (answer,) = (a for a in bank.read(with_bank / "tests" / "answers" / SET) if a.slug == "square")
    lost = Verdict(cell="test-double", question="double", status=status)  # type: ignore[arg-type]
    assert "lost marks for another reason than its mistake" in fault(answer, [lost])


def test_every_set_of_the_course_has_a_bank_to_rehearse_with() -> None:
    from course_lib.grading.rehearsal import sets_with_answers

    root = Path(__file__).resolve().parents[3]
    assert sets_with_answers(root) == sorted(folder.name for folder in (root / "solutions").glob("ps*"))
