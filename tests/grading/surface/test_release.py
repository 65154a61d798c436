"""`course release`: a source with a mistake is refused with the cell's position, and what comes out shows nothing hidden and never
differs by itself."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest

from course_lib.grading.leaks import leaks, secrets
from course_lib.grading.problem import Problem
from course_lib.grading.release import differences, flaws, make
from course_lib.grading.source import Source, mistakes
from tests.grading.surface.tiny import SET, TOPIC, source_notebook

Notebook = nbformat.NotebookNode


def changed(change: Callable[[Notebook], object]) -> Source:
    notebook = source_notebook()
    change(notebook)
    return Source(Path(f"{TOPIC}.ipynb"), notebook)


def in_cell(position: int, old: str, new: str) -> Callable[[Notebook], None]:
    def change(notebook: Notebook) -> None:
        assert old in notebook.cells[position].source
        notebook.cells[position].source = notebook.cells[position].source.replace(old, new)

    return change


def at_the_end(value: str) -> Callable[[Notebook], None]:
    def change(notebook: Notebook) -> None:
        notebook.cells[3].source += f"\n{value}"

    return change


def points(value: object) -> Callable[[Notebook], None]:
    return lambda notebook: notebook.cells[3].metadata.nbgrader.update(points=value)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (in_cell(3, "### END HIDDEN TESTS", ""), r"cell 4 \(test-double\): ### BEGIN HIDDEN TESTS has no"),
        (in_cell(3, "### BEGIN HIDDEN TESTS", ""), r"cell 4 \(test-double\): line \d+: ### END HIDDEN TESTS without a BEGIN"),
        (in_cell(2, "### END SOLUTION", ""), r"cell 3 \(double\): ### BEGIN SOLUTION has no"),
        (
            in_cell(3, "with checks", 's = "BEGIN HIDDEN TESTS"\nwith checks'),
            r"cell 4 \(test-double\): line 2: .* holds the words of a marker",
        ),
        (in_cell(1, "import math", "### BEGIN HIDDEN TESTS\nx = 1\n### END HIDDEN TESTS"), r"cell 2 \(set-up\): .* not marked for it"),
        *[
            (at_the_end(value), r"cell 4 \(test-double\): ends in the value of")
            for value in ("0.0", "'ok'", "-1.0", "float('nan')", "[1, 2]", "99.0")
        ],
        (points(None), r"cell 4 \(test-double\): points are None"),
        (points(-1), r"cell 4 \(test-double\): points are -1"),
        (in_cell(2, "def double", "HELPER = 2\ndef double"), r"cell 3 \(double\): defines HELPER, double at its top level"),
        (in_cell(2, "def double", "def twice"), r"cell 3 \(double\): defines twice"),
        (in_cell(2, "twice_the_value = 2 * x", "twice_the_value = 2 *"), r"cell 3 \(double\): does not parse"),
        (lambda n: n.cells.insert(4, copy.deepcopy(n.cells[3])), r"cell 5 \(test-double\): the same grade_id as cell 4"),
        (lambda n: n.cells[5].update(id="double"), r"cell 6 \(test-cube\): the same cell id 'double' as cell 3"),
        (
            lambda n: n.cells[3].metadata.nbgrader.update(grade_id="test-halve"),
            r"cell 4 \(test-halve\): tests 'halve', and no solution cell",
        ),
        (lambda n: n.cells.pop(3), r"cell 3 \(double\): no test cell test-double"),
    ],
)
@pytest.mark.defect(5, 6, 7, 14, 28, 29)
def test_a_mistake_in_a_source_is_named_with_its_cell(change: Callable[[Notebook], object], said: str) -> None:
    import re

    found = mistakes(changed(change))
    assert any(re.search(said, text) for text in found), found


def test_a_sound_source_has_no_mistakes() -> None:
    assert mistakes(changed(lambda notebook: None)) == []


def test_a_refused_release_leaves_the_old_one_as_it_was(repository: Path) -> None:
    target = repository / "exercises" / SET / f"{TOPIC}.ipynb"
    before = target.read_bytes()
    notebook = source_notebook()
    notebook.cells[3].metadata.nbgrader["points"] = None
    nbformat.write(notebook, repository / "solutions" / SET / f"{TOPIC}.ipynb")
    with pytest.raises(Problem, match="points are None"):
        make(repository, SET)
    assert target.read_bytes() == before


def test_a_release_holds_no_hidden_line_no_answer_and_no_output(repository: Path) -> None:
    text = (repository / "exercises" / SET / f"{TOPIC}.ipynb").read_text(encoding="utf-8")
    for secret in ("doubling works for negative", "-1331", "twice_the_value", "third_power_of_it", "BEGIN", "END HIDDEN"):
        assert secret not in text
    assert all(not cell.get("outputs") for cell in nbformat.reads(text, as_version=4).cells)
    assert "twice three is six" in text


def test_a_release_depends_on_its_source_alone(repository: Path, tmp_path: Path) -> None:
    first = (repository / "exercises" / SET / f"{TOPIC}.ipynb").read_bytes()
    make(repository, SET)
    assert (repository / "exercises" / SET / f"{TOPIC}.ipynb").read_bytes() == first
    assert str(tmp_path).encode() not in first
    assert b"3.11" not in first


def test_a_release_out_of_step_with_its_source_is_seen(repository: Path) -> None:
    assert differences(repository, SET) == []
    target = repository / "exercises" / SET / f"{TOPIC}.ipynb"
    target.write_text(target.read_text(encoding="utf-8").replace("# Numbers", "# Digits"), encoding="utf-8")
    (target.parent / "stray.txt").write_text("", encoding="utf-8")
    found = "\n".join(differences(repository, SET))
    assert "# Digits" in found
    assert "stray.txt: in exercises/ and not made from solutions/" in found


def test_a_hidden_line_in_a_release_is_found_wherever_it_stands(repository: Path) -> None:
    source = Source.read(repository / "solutions" / SET / f"{TOPIC}.ipynb")
    folder = repository / "exercises" / SET
    assert flaws(source, folder) == []
    (folder / "notes.md").write_text(
        'Hint:\n    checks.holds(double(-21) == -42, "it is wrong for a negative number.")\n', encoding="utf-8"
    )
    assert any("notes.md" in text for text in flaws(source, folder))


def test_a_single_shared_line_is_a_leak_in_an_exercise_and_not_in_the_library(tmp_path: Path) -> None:
    source = changed(lambda notebook: None)
    page = tmp_path / "page.py"
    page.write_text("twice_the_value = 2 * x\n", encoding="utf-8")
    assert leaks(page, secrets([source]))
    page.write_text("twice_the_value = 2 * x\nreturn twice_the_value\n", encoding="utf-8")
    assert leaks(page, secrets([source]), whole_answers=True)
