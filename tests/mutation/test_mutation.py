"""The tests of a set catch every small change to our own answers, except those listed as equivalent with a reason."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from course_lib.grading.source import Source
from tests.mutation import run
from tests.mutation.mutants import mutants

CLAMP = "def clamp(x, low):\n    ### BEGIN SOLUTION\n    return x if x > low else low\n    ### END SOLUTION"


def changes(code):
    return [mutant.change for mutant in mutants(code)]


@pytest.mark.long
@pytest.mark.parametrize("one_set", run.SETS)
def test_no_mutant_of_our_answers_gets_full_marks(one_set):
    judged = run.judge(run.read(one_set))
    assert run.survivors(judged, one_set) == []
    assert run.stale(judged, one_set) == []
    assert run.row(judged, one_set) in run.RESULTS.read_text(encoding="utf-8")


@pytest.fixture
def graded(tmp_path, monkeypatch):
    """What the judge says of the mutants of `clamp`, judged by the checks given."""
    monkeypatch.setattr(run, "CACHE", tmp_path)
    monkeypatch.setattr(run, "EQUIVALENT", tmp_path / "equivalent.yml")
    run.EQUIVALENT.write_text("", encoding="utf-8")

    def grade(checks):
        base = {"schema_version": 3, "grade": False, "solution": False, "locked": False, "task": False}
        cells = [
            new_code_cell(CLAMP, metadata={"nbgrader": base | {"grade_id": "clamp", "solution": True}}),
            new_code_cell(checks, metadata={"nbgrader": base | {"grade_id": "test-clamp", "grade": True, "locked": True, "points": 1}}),
        ]
        notebook = new_notebook(cells=cells, metadata={"course": {"set": "ps90-clamp", "version": "1", "forbidden": {}}})
        return run.judge(Source(tmp_path / "clamp.ipynb", nbformat.from_dict(notebook)))

    return grade


def test_a_mutant_survives_where_no_check_looks_and_is_killed_where_one_does(graded):
    weak = run.survivors(graded("assert clamp(3, 1) == 3"), "ps90-clamp")
    assert "clamp: return x if x > low else low -> return x" in weak
    strong = run.survivors(graded("assert clamp(3, 1) == 3\nassert clamp(0, 1) == 1"), "ps90-clamp")
    assert strong == ["clamp: return x if x > low else low -> return x if x >= low else low"]


def test_what_is_listed_as_equivalent_is_no_survivor_and_is_stale_when_it_is_killed(graded):
    judged = graded("assert clamp(3, 1) == 3\nassert clamp(0, 1) == 1")
    alive, dead = "return x if x > low else low -> return x if x >= low else low", "return x if x > low else low -> return x"
    run.EQUIVALENT.write_text(f"ps90-clamp:\n  clamp:\n    - reason: at the bound both are low\n      changes: ['{alive}', '{dead}']\n")
    assert run.survivors(judged, "ps90-clamp") == []
    assert run.stale(judged, "ps90-clamp") == [f"clamp: {dead}"]


def test_a_verdict_that_is_known_is_not_sought_again(graded, monkeypatch):
    first = graded("assert clamp(3, 1) == 3")
    monkeypatch.setattr(run.Judge, "first_loss", None)
    assert graded("assert clamp(3, 1) == 3") == first


def test_tensors_have_mutants_of_their_own():
    found = changes("def f(x, y):\n    return x.amax(-1, keepdim=True) @ y.mT[:, 1:]")
    for part in ("x.amin(-1", "x.amax(0", "x.amax(-2", "x.amax(-1) @", "return x @ ", "y[:, 1:]", "y.mT[:, 2:]", "y.mT[:, :]", "y.amax("):
        assert any(part in change.partition(" -> ")[2] for change in found), part


def test_text_types_errors_and_devices_are_left_alone():
    code = 'def f(x: "int") -> "int":\n    """One."""\n    if x:\n        raise ValueError(f"{x} and 1")\n    return x.to(x.device)'
    assert not any("One" in change or "and 2" in change or "x.to()" in change or "intx" in change for change in changes(code))
    assert "raise ValueError(f'{x} and 1') -> pass" in changes(code)


def test_each_mutant_is_another_program_that_python_accepts():
    code = "def f(a, b=2):\n    for i in range(a):\n        if i == b:\n            break\n    return i"
    texts = [mutant.code for mutant in mutants(code)]
    assert len(set(texts)) == len(texts)
    assert code not in texts
    assert len({mutant.change for mutant in mutants(code)}) == len(texts)
