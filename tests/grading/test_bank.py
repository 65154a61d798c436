"""The answer bank through real grading: wrong answers are caught and named and cost their own function alone, right ones lose nothing."""

from pathlib import Path

import pytest

from course_lib.grading import bank
from course_lib.grading.judge import judge_in_process, judge_notebook
from course_lib.grading.source import Source

ROOT = Path(__file__).resolve().parents[2]
SETS = sorted(folder.name for folder in (ROOT / "solutions").glob("ps*"))
FEWEST_WRONG, FEWEST_RIGHT, NAMED = 5, 3, 0.8


@pytest.fixture(scope="module", params=SETS)
def one_set(request):
    """A set's source and its answers."""
    (notebook,) = (ROOT / "solutions" / request.param).glob("*.ipynb")
    return Source.read(notebook), bank.read(ROOT / "tests" / "answers" / request.param)


@pytest.fixture(scope="module")
def outcomes(one_set):
    """The bank of a set, graded the way a class is."""
    source, answers = one_set
    graded = bank.grade(source, bank.pack(source, answers), judge_notebook)
    print("\n" + bank.table(graded))
    return graded


def test_real_grading_catches_every_wrong_answer(outcomes):
    assert [o.answer.title for o in outcomes if not o.answer.right and not o.lost] == []


def test_real_grading_gives_every_right_answer_full_marks_beside_wrong_ones(outcomes):
    assert [(o.answer.title, o.lost) for o in outcomes if o.answer.right and o.lost] == []


def test_no_answer_is_given_another_mistakes_name(outcomes):
    assert [(o.answer.title, o.named) for o in outcomes if o.misnamed] == []


def test_at_least_four_fifths_of_the_wrong_answers_are_named(outcomes):
    wrong = [o for o in outcomes if not o.answer.right]
    assert sum(o.answer.slug in o.named for o in wrong) >= NAMED * len(wrong)


def test_every_answer_was_graded(one_set, outcomes):
    assert {o.answer.title for o in outcomes} == {answer.title for answer in one_set[1]}


@pytest.fixture(scope="module")
def matrix(one_set):
    """The kill matrix of a set, and what breaks the rule of one assertion for each wrong answer."""
    text, broken = bank.matrix(*one_set)
    print("\n" + text)
    return text, broken


def test_every_wrong_answer_passes_when_the_one_assertion_against_it_is_taken_away(matrix):
    assert matrix[1] == []


def test_every_assertion_has_a_wrong_answer_it_is_there_for(matrix):
    assert "(nothing in the bank)" not in matrix[0]


def test_right_answers_fail_no_assertion_in_one_process(one_set):
    source, answers = one_set
    assert [(answer.title, labels) for answer in answers if answer.right and (labels := bank.failing_labels(source, answer))] == []


def test_the_bank_holds_enough_answers_to_each_function(one_set):
    source, answers = one_set
    for name in source.questions:
        assert sum(a.name == name and not a.right for a in answers) >= FEWEST_WRONG, name
        assert sum(a.name == name and a.right for a in answers) >= FEWEST_RIGHT, name
    assert {a.name for a in answers} <= set(source.questions)


UNSEEN = [(name, answer, true) for name in SETS for answer, true in bank.read_unseen(ROOT / "tests" / "answers" / name)]


@pytest.mark.parametrize(("name", "answer", "true"), UNSEEN, ids=[f"{answer.name}: {answer.says}" for _, answer, _ in UNSEEN])
def test_a_mistake_outside_the_bank_is_caught_and_never_called_by_a_name_that_is_not_true(name, answer, true):
    (notebook,) = (ROOT / "solutions" / name).glob("*.ipynb")
    failures, _ = bank.examine(Source.read(notebook), answer)
    assert failures
    assert {wrong.mistake for wrong in failures if wrong.mistake} <= true


def test_a_wrong_answer_costs_no_other_function_a_point(one_set):
    source, answers = one_set
    for name in source.questions:
        worst = next(answer for answer in answers if answer.name == name and not answer.right)
        verdicts = judge_in_process(bank.with_answers(source, {name: worst.code}), source.notebook)
        assert {v.question for v in verdicts if not v.passed} == {name}
