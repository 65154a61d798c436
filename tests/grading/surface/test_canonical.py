"""Graded cells come back into the shape the source gives them, whatever a student did to them."""

from __future__ import annotations

import copy
from pathlib import Path

import nbformat
import pytest

from course_lib.grading import canonical
from course_lib.grading.source import Source, grade_id
from tests.grading.surface.tiny import RIGHT, solve, source_notebook


@pytest.fixture
def source() -> Source:
    return Source(Path("numbers.ipynb"), source_notebook())


@pytest.fixture
def notebook() -> nbformat.NotebookNode:
    return solve(source_notebook(), **RIGHT)


def names(notebook: nbformat.NotebookNode) -> list[str]:
    return [grade_id(cell) for cell in notebook.cells if grade_id(cell)]


def at(notebook: nbformat.NotebookNode, name: str) -> int:
    return next(i for i, cell in enumerate(notebook.cells) if grade_id(cell) == name)


def test_an_untouched_notebook_needs_nothing(notebook: nbformat.NotebookNode, source: Source) -> None:
    assert canonical.restore(notebook, source) == []


def test_a_deleted_check_is_put_back_after_its_answer(notebook: nbformat.NotebookNode, source: Source) -> None:
    del notebook.cells[at(notebook, "test-cube")]
    notes = canonical.restore(notebook, source)
    assert names(notebook) == list(source.cells)
    assert notes == ["test-cube: the cell had been deleted; it was put back and run"]


@pytest.mark.defect(2)
def test_a_copied_check_is_there_once(notebook: nbformat.NotebookNode, source: Source) -> None:
    notebook.cells.insert(2, copy.deepcopy(notebook.cells[at(notebook, "test-double")]))
    notes = canonical.restore(notebook, source)
    assert sorted(names(notebook)) == sorted(source.cells)
    assert "2 times" in notes[0]


def test_of_a_copied_answer_the_last_that_was_worked_on_counts(notebook: nbformat.NotebookNode, source: Source) -> None:
    copied = copy.deepcopy(notebook.cells[at(notebook, "double")])
    copied.source = "def double(x):\n    # YOUR CODE HERE\n    raise NotImplementedError()"
    notebook.cells.append(copied)
    canonical.restore(notebook, source)
    assert notebook.cells[at(notebook, "double")].source == RIGHT["double"]


@pytest.mark.defect(42)
def test_an_answer_whose_metadata_are_lost_is_recognised_by_what_it_defines(notebook: nbformat.NotebookNode, source: Source) -> None:
    cell = notebook.cells[at(notebook, "cube")]
    cell.metadata, cell.id = nbformat.from_dict({}), "elsewhere"
    notes = canonical.restore(notebook, source)
    assert notebook.cells[at(notebook, "cube")].source == RIGHT["cube"]
    assert "recognised" in notes[0]


def test_an_answer_cell_whose_metadata_are_lost_is_recognised_by_its_id_even_when_it_is_empty(
    notebook: nbformat.NotebookNode, source: Source
) -> None:
    cell = notebook.cells[at(notebook, "cube")]
    cell.metadata, cell.source = nbformat.from_dict({}), "# I do not know"
    canonical.restore(notebook, source)
    assert notebook.cells[at(notebook, "cube")].source == "# I do not know"


def test_a_deleted_answer_counts_as_not_attempted(notebook: nbformat.NotebookNode, source: Source) -> None:
    del notebook.cells[at(notebook, "cube")]
    notes = canonical.restore(notebook, source)
    assert "raise NotImplementedError()" in notebook.cells[at(notebook, "cube")].source
    assert "x * x * x" not in notebook.cells[at(notebook, "cube")].source
    assert "not attempted" in notes[0]


@pytest.mark.parametrize("change", [{"points": 100}, {"grade": False}, {"locked": False}, {"solution": True}])
@pytest.mark.defect(26, 27)
def test_changed_metadata_are_set_back_and_said(notebook: nbformat.NotebookNode, source: Source, change: dict) -> None:
    notebook.cells[at(notebook, "test-double")].metadata.nbgrader.update(change)
    notes = canonical.restore(notebook, source)
    assert notebook.cells[at(notebook, "test-double")].metadata.nbgrader == source.cells["test-double"].metadata.nbgrader
    assert next(iter(change)) in notes[0]


@pytest.mark.defect(25)
def test_a_check_turned_into_text_is_turned_back(notebook: nbformat.NotebookNode, source: Source) -> None:
    notebook.cells[at(notebook, "test-double")].cell_type = "markdown"
    canonical.restore(notebook, source)
    assert notebook.cells[at(notebook, "test-double")].cell_type == "code"


def test_a_cell_the_set_does_not_have_is_the_students_own(notebook: nbformat.NotebookNode, source: Source) -> None:
    extra = copy.deepcopy(notebook.cells[at(notebook, "test-double")])
    extra.metadata.nbgrader["grade_id"] = "test-invented"
    notebook.cells.append(extra)
    canonical.restore(notebook, source)
    assert "test-invented" not in names(notebook)
