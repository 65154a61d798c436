"""The problem sets as students meet them: releases in step and bare, notebooks that open and run, honest totals."""

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from course_lib.grading.judge import judge_in_process
from course_lib.grading.release import differences
from course_lib.grading.source import HIDDEN, SOLUTION, Source, is_demonstration, split

ROOT = Path(__file__).resolve().parents[2]
SETS = sorted(folder.name for folder in (ROOT / "solutions").glob("ps*"))


@pytest.fixture(params=SETS)
def source(request):
    (path,) = (ROOT / "solutions" / request.param).glob("*.ipynb")
    return Source.read(path)


@pytest.fixture
def released(source):
    return nbformat.read(ROOT / "exercises" / source.set / source.path.name, as_version=4)


def run(notebook):
    """Run every cell the way JupyterLab does; errors stay in the outputs."""
    return NotebookClient(notebook, timeout=300, allow_errors=True, kernel_name="python3").execute()


def errors(notebook):
    """The errors of each cell that nbgrader knows, by its name."""
    return {
        cell.metadata.nbgrader.grade_id: [out for out in cell.outputs if out.output_type == "error"]
        for cell in notebook.cells
        if cell.cell_type == "code" and "nbgrader" in cell.metadata
    }


def test_the_release_is_what_its_source_gives(source):
    assert differences(ROOT, source.set) == []


def test_the_release_holds_no_hidden_line_no_solution_and_no_output(source, released):
    visible = {line.strip() for cell in source.notebook.cells for line in split("\n".join(split(cell.source, HIDDEN)[0]), SOLUTION)[0]}
    secret = {
        line.strip()
        for cell in source.notebook.cells
        for kind in (HIDDEN, SOLUTION)
        for line in split(cell.source, kind)[1]
        if len(line.strip()) > 12
    } - visible
    shown = {line.strip() for cell in released.cells for line in cell.source.split("\n")}
    assert secret & shown == set()
    assert [cell.id for cell in released.cells if cell.get("outputs")] == []


def test_the_solved_notebook_runs_without_an_error(source):
    done = run(nbformat.from_dict(source.notebook))
    assert [out.evalue for cell in done.cells for out in cell.get("outputs", []) if out.output_type == "error"] == []
    assert any("image/png" in out.get("data", {}) for cell in done.cells if is_demonstration(cell) for out in cell.outputs)


@pytest.mark.defect(43)
def test_the_released_notebook_says_of_every_check_that_nothing_is_written_yet(source, released):
    found = errors(run(released))
    for test in source.tests:
        assert [error.ename for error in found[test]] == ["Wrong"], test
        assert "not written yet" in "\n".join(found[test][0].traceback), test


def test_grading_the_release_gives_nothing_and_calls_nothing_wrong(source, released):
    verdicts = judge_in_process(released, source.notebook)
    assert {verdict.status for verdict in verdicts} == {"not attempted"}


def test_grading_the_solutions_gives_every_point(source):
    assert [v.cell for v in judge_in_process(source.notebook, source.notebook) if not v.passed] == []


def test_the_points_stated_are_the_points_given(source):
    title = next(cell.source for cell in source.notebook.cells if cell.cell_type == "markdown")
    total = re.search(r"\*\*Points:\*\* (\d+)", title)
    assert total
    assert float(total[1]) == source.points()
    rows = dict(re.findall(r"^\| `(\w+)` \| (\d+) \|", title, flags=re.M))
    assert {name: float(points) for name, points in rows.items()} == {name: source.points(name) for name in source.questions}


def test_every_heading_states_its_functions_points(source):
    text = "\n".join(cell.source for cell in source.notebook.cells if cell.cell_type == "markdown")
    for name in source.questions:
        assert re.search(rf"^## \d+\. `{name}` \({source.points(name):g} points", text, flags=re.M), name


def test_each_function_has_a_hint_and_a_further_hint_folded_away(source):
    text = "\n".join(cell.source for cell in source.notebook.cells if cell.cell_type == "markdown")
    count = len(source.questions)
    assert text.count("<summary>Hint</summary>") == text.count("<summary>A further hint</summary>") == count
    assert text.count("<details>") == text.count("</details>") == 2 * count


def test_each_test_cell_says_what_it_checks_and_ends_in_a_statement(source):
    for test in source.tests:
        lines = source.cells[test].source.split("\n")
        assert lines[0].startswith((f"# {source.tests[test]}, ", f"# {source.tests[test]}: "))
        assert "Hidden:" in lines[0]
        assert lines[-1].startswith("print(")
