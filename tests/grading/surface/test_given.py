"""Sets that build on earlier ones, in the students' copy: what the set-up cell imports is there, works, and is no answer."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
import torch

from course_lib.grading.judge import judge_in_process
from course_lib.grading.paths import Course
from course_lib.grading.publish import GIVEN, publish
from course_lib.grading.source import Source, is_answer
from course_lib.layers import attention, masks, multi_head

ROOT = Path(__file__).resolve().parents[3]
BUILDING = ("ps04-seq2seq", "ps06-transformer-block", "ps09-gpt")
CHECK = "import sys; sys.path.insert(0, '.'); from course_lib.cli import main; main()"


def source_of(name):
    (path,) = (ROOT / "solutions" / name).glob("*.ipynb")
    return Source.read(path)


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """The students' copy of the real course, without the book."""
    repository, target = tmp_path_factory.mktemp("course"), tmp_path_factory.mktemp("published") / "students"
    for part in ("solutions", "exercises"):
        (repository / part).symlink_to(ROOT / part)
    publish(Course(repository=repository, folder=repository / "class"), target)
    return target


@pytest.fixture
def given(monkeypatch):
    """The copy's modules by name, beside the library's own."""
    found = {}
    for file in sorted(GIVEN.values()):  # attention first: masks needs it
        spec = importlib.util.spec_from_file_location(f"given_{file.stem}", file)
        found[file.stem] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(found[file.stem])
        if file.stem == "attention":
            monkeypatch.setattr(attention, "fused", found["attention"].fused, raising=False)
    return found


def same(function, other, inputs, *rest):
    """Compare results and the gradients of all inputs."""
    results = [function(*inputs, *rest), other(*inputs, *rest)]
    mine, theirs = (torch.cat([part.flatten() for part in result]) if isinstance(result, tuple) else result for result in results)
    torch.testing.assert_close(mine, theirs)
    for one, two in zip(*(torch.autograd.grad(x.square().sum(), inputs) for x in (mine, theirs)), strict=True):
        torch.testing.assert_close(one, two)


@pytest.mark.parametrize("masked", [False, True])
def test_what_a_set_up_cell_imports_gives_what_the_librarys_gives(given, masked):
    def draw(*shape):
        return torch.randn(*shape, dtype=torch.float64, generator=torch.Generator().manual_seed(sum(shape))).requires_grad_()

    mask = torch.tensor([[True, False, True], [False, False, False]]) if masked else None
    same(given["attention"].attention, attention.attention, (draw(2, 2, 4), draw(2, 3, 4), draw(2, 3, 5)), mask)
    same(given["masks"].masked_softmax, masks.masked_softmax, (draw(4, 2, 3),), mask)
    made = given["multi_head"].MultiHeadAttention(8, 2).double()
    library = multi_head.MultiHeadAttention(8, 2).double()
    made.load_state_dict(library.state_dict())
    same(made, library, (draw(2, 2, 8), draw(2, 3, 8)), mask)


def test_the_causal_mask_of_the_copy_is_the_librarys(given):
    for sizes in [(1, 1), (3, 3), (2, 5), (1, 4), (4,)]:
        assert torch.equal(given["masks"].causal_mask(*sizes), masks.causal_mask(*sizes))
    with pytest.raises(ValueError, match="last of 2"):
        given["masks"].causal_mask(3, 2)


@pytest.mark.parametrize("name", BUILDING)
def test_with_right_answers_every_check_of_the_copy_passes(copied, name):
    source = source_of(name)
    path = copied / "exercises" / name / source.path.name
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if is_answer(cell):
            cell.source = source.cells[cell.metadata.nbgrader.grade_id].source
    done_path = path.with_name("done.ipynb")
    nbformat.write(notebook, done_path)
    command = [sys.executable, "-P", "-c", CHECK, "check", str(done_path)]
    done = subprocess.run(command, cwd=copied, capture_output=True, text=True, check=False, env=os.environ | {"PYTHONPATH": str(copied)})
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "module", "answer"),
    [
        ("ps02-attention", "attention", "attention"),
        ("ps02-attention", "multi_head", "MultiHeadAttention"),
        ("ps03-masks", "masks", "masked_softmax"),
        ("ps03-masks", "masks", "causal_mask"),
    ],
)
def test_the_copys_functions_handed_in_as_answers_get_no_points(name, module, answer):
    code = GIVEN[Path("course_lib/layers") / f"{module}.py"].read_text(encoding="utf-8")
    if module == "masks":
        fused = GIVEN[Path("course_lib/layers/attention.py")].read_text(encoding="utf-8")
        code = fused.split('"""', 2)[2] + code.replace("from course_lib.layers.attention import fused\n", "").split('"""', 2)[2]
    code = "\n".join(line for line in code.splitlines() if not line.startswith("from __future__"))
    source = source_of(name)
    notebook = nbformat.from_dict(source.notebook)
    for cell in notebook.cells:
        if is_answer(cell) and cell.metadata.nbgrader.grade_id == answer:
            cell.source = code
    verdicts = judge_in_process(notebook, source.notebook, questions=[answer])
    assert {verdict.status for verdict in verdicts} == {"forbidden call"}
