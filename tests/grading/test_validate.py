"""nbgrader's Validate, as the button in JupyterLab calls it: it is honest about a release and about a solved notebook."""

from pathlib import Path

import nbformat
import pytest
from nbgrader.validator import Validator
from traitlets.config import Config

from course_lib.grading.source import Source, grade_id, is_answer

ROOT = Path(__file__).resolve().parents[2]
SETS = sorted(folder.name for folder in (ROOT / "solutions").glob("ps*"))
QUICK = SETS[1::4]  # two runs of a notebook each; test_sets.py runs every notebook in any case
CHOSEN = [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in SETS]


def released(name):
    (path,) = (ROOT / "exercises" / name).glob("*.ipynb")
    return path


def validate(path):
    """What Validate finds, however slow the machine is just now."""
    return Validator(config=Config(Execute={"timeout": 600})).validate(str(path))


@pytest.mark.parametrize("name", CHOSEN)
def test_validate_fails_every_check_of_an_untouched_release_and_passes_none_by_accident(name):
    notebook = nbformat.read(released(name), as_version=4)
    checks = [cell.source.strip() for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade")]
    found = validate(released(name))
    assert list(found) == ["failed"]
    assert [cell["source"] for cell in found["failed"]] == checks
    assert all("not written yet" in cell["raw_error"] for cell in found["failed"])


@pytest.mark.parametrize("name", CHOSEN)
def test_validate_finds_nothing_wrong_with_a_release_that_was_solved(name, tmp_path):
    notebook = nbformat.read(released(name), as_version=4)
    source = Source.read(ROOT / "solutions" / name / released(name).name)
    for cell in notebook.cells:
        if is_answer(cell):
            cell.source = source.cells[grade_id(cell)].source
    nbformat.write(notebook, tmp_path / "solved.ipynb")
    assert validate(tmp_path / "solved.ipynb") == {}
