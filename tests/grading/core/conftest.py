"""Student code loaded in this process or in one of its own, and made-up problem sets."""

from __future__ import annotations

import textwrap

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from course_lib.grading.judge import zygote
from course_lib.grading.limits import Limits
from course_lib.grading.process import StudentProcess
from course_lib.grading.standins import StandInFunction

SETUP = "import math\n\nimport torch\nimport torch.nn.functional as F\nfrom torch import Tensor, nn\n"
QUICK = Limits(question_seconds=2, cell_seconds=1, setup_seconds=2)


def spec(code: str, name: str, **given) -> dict:
    """What a student's process is told about one answer."""
    cells = [{"name": "setup", "kind": "locked", "code": SETUP}, {"name": name, "kind": "answer", "code": textwrap.dedent(code)}]
    told = {"question": name, "cells": cells, "skip": [], "setup": {"setup": SETUP}, "references": {}, "grants": []}
    return told | {"forbidden": [], "seconds": [2, 5], "output": 10_000, "isolation": "none"} | given


@pytest.fixture
def start():
    """Start a student's process with an answer in it."""
    running = []

    def begin(code: str, name: str, limits: Limits | None = None, **given) -> StudentProcess:
        running.append(StudentProcess(zygote(), spec(code, name, **given), limits or Limits()))
        return running[-1]

    yield begin
    for process in running:
        process.stop()


@pytest.fixture(params=["in one process", "across two"])
def load(request, start):
    """Get a student's function or class by name: as itself, and as a stand-in for the one in its own process."""

    def alone(code: str, name: str, beside: dict | None = None):
        names: dict = {**(beside or {}), "__name__": "student"}
        exec(SETUP + textwrap.dedent(code), names)
        return names[name]

    def across(code: str, name: str):
        process = start(code, name)
        assert process.ready, process.stop()
        assert process.ready["defined"], process.ready
        return StandInFunction(process.end, 0, name, [name])

    return alone if request.param == "in one process" else across


def cell(code: str, name: str | None = None, **kind):
    """A notebook cell; with a name, one that nbgrader knows."""
    made = new_code_cell(textwrap.dedent(code).strip("\n"))
    if name:
        flags = {"grade": False, "solution": False, "locked": False, "schema_version": 3, "grade_id": name} | kind
        made.metadata["nbgrader"] = flags
    return made


def problem_set(answers: dict[str, str], tests: dict[str, str], *, setup: str = SETUP, forbidden: dict | None = None):
    """A source notebook: a set-up cell, each answer, each test cell after the answer that it tests."""
    cells = [cell(setup, "setup", locked=True)]
    for name, code in answers.items():
        cells.append(cell(code, name, solution=True))
        for test, body in tests.items():
            if test == f"test-{name}" or test.startswith(f"test-{name}-"):
                cells.append(cell(body, test, grade=True, locked=True, points=1))
    course = {"set": "made-up", "version": "1", "forbidden": forbidden or {}}
    return new_notebook(cells=cells, metadata={"course": course})


def submission(source, answers: dict[str, str], extra: list[tuple[int, str]] = ()):
    """A student's notebook: the source with other answers, and cells of the student's own put in at places."""
    notebook = nbformat.from_dict(source)
    notebook = nbformat.reads(nbformat.writes(notebook), 4)
    for made in notebook.cells:
        name = made.metadata.get("nbgrader", {}).get("grade_id")
        if name in answers:
            made.source = textwrap.dedent(answers[name]).strip("\n")
    for place, code in extra:
        notebook.cells.insert(place, cell(code))
    return notebook


ANSWERS = {
    "double": "def double(x):\n    return 2 * x",
    "quadruple": "def quadruple(x):\n    return double(double(x))",
    "Scale": """
        class Scale(nn.Module):
            def __init__(self, width):
                super().__init__()
                self.weight = nn.Parameter(torch.ones(width))
            def forward(self, x):
                return double(x) * self.weight
    """,
}
TESTS = {
    "test-double": """
        from course_lib.grading import checks
        with checks.that("double doubles"):
            checks.close(double(torch.tensor([1.0, 2.0])), torch.tensor([2.0, 4.0]), mistakes={"the square": torch.tensor([1.0, 4.0])})
        ### BEGIN HIDDEN TESTS
        with checks.that("negative numbers too"):
            checks.close(double(torch.tensor([-1.5])), torch.tensor([-3.0]))
        ### END HIDDEN TESTS
    """,
    "test-double-2": """
        from course_lib.grading import checks
        with checks.that("the input stays as it was"):
            x = torch.ones(3)
            with checks.unchanged(x):
                double(x)
    """,
    "test-quadruple": """
        from course_lib.grading import checks
        with checks.that("quadruple is four times"):
            checks.close(quadruple(torch.tensor([1.0])), torch.tensor([4.0]))
    """,
    "test-Scale": """
        from course_lib.grading import checks
        scale = Scale(2)
        with checks.that("the weights start at one"):
            checks.close(scale(torch.tensor([1.0, 3.0])).detach(), torch.tensor([2.0, 6.0]))
        with checks.that("it learns"):
            optimizer = torch.optim.SGD(scale.parameters(), 0.25)
            scale(torch.ones(2)).sum().backward()
            optimizer.step()
            checks.close(scale.weight.detach(), torch.tensor([0.5, 0.5]))
    """,
}


@pytest.fixture
def made_up():
    """A set of three answers, one used by the others."""
    return problem_set(ANSWERS, TESTS)


@pytest.fixture
def make():
    """Build problem sets and submissions."""
    return type("make", (), {"set": staticmethod(problem_set), "submission": staticmethod(submission), "answers": ANSWERS, "quick": QUICK})
