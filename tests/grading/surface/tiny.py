"""A made-up set of two questions in a repository of its own, so that the tests of the grading surface are quick and stay true when the
real sets change."""

from __future__ import annotations

import json
import logging
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from traitlets.config import Config

from course_lib.grading.paths import Course
from course_lib.grading.run import Run
from course_lib.grading.workers import Done, Job, answer

SET = "ps90-numbers"
TOPIC = "numbers"
DOUBLE = '''def double(x):
    """Return twice x."""
    ### BEGIN SOLUTION
    twice_the_value = 2 * x
    return twice_the_value
    ### END SOLUTION'''
CUBE = '''def cube(x):
    """Return x to the third."""
    ### BEGIN SOLUTION
    third_power_of_it = x * x * x
    return third_power_of_it
    ### END SOLUTION'''
TEST_DOUBLE = """from course_lib.grading import checks
with checks.that("twice three is six"):
    squares = "squares instead of doubling" if double(3) == 9 else None
    checks.holds(double(3) == 6, "double(3) came out wrong.", mistake=squares, example=f"double(3) = {double(3)}")
### BEGIN HIDDEN TESTS
with checks.that("doubling works for negative numbers"):
    checks.holds(double(-21) == -42, "it is wrong for a negative number.")
### END HIDDEN TESTS"""
TEST_CUBE = """from course_lib.grading import checks
with checks.that("the cube of two is eight"):
    checks.holds(cube(2) == 8, "cube(2) came out wrong.", example=f"cube(2) = {cube(2)}")"""
TEST_CUBE_2 = """from course_lib.grading import checks
### BEGIN HIDDEN TESTS
with checks.that("cubing keeps the sign"):
    checks.holds(cube(-11) == -1331, "the sign of a negative number is lost.")
### END HIDDEN TESTS"""


def graded(name: str, **meta: object) -> dict[str, object]:
    base = {"grade_id": name, "schema_version": 3, "grade": False, "solution": False, "locked": False, "task": False}
    return {"nbgrader": base | meta}


def source_notebook() -> nbformat.NotebookNode:
    def answer(name: str, text: str) -> nbformat.NotebookNode:
        return new_code_cell(text, id=name, metadata=graded(name, solution=True))

    def test(name: str, text: str, points: float) -> nbformat.NotebookNode:
        return new_code_cell(text, id=name, metadata=graded(name, grade=True, locked=True, points=points))

    cells = [
        new_markdown_cell("# Numbers", id="title"),
        new_code_cell("import math", id="set-up", metadata=graded("set-up", locked=True)),
        answer("double", DOUBLE),
        test("test-double", TEST_DOUBLE, 2),
        answer("cube", CUBE),
        test("test-cube", TEST_CUBE, 1),
        test("test-cube-2", TEST_CUBE_2, 2),
        new_code_cell("print(cube(double(2)))", id="show", metadata={"tags": ["demonstration"]}),
    ]
    metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "course": {"set": SET, "version": "1", "forbidden": {"*": []}},
    }
    return new_notebook(cells=cells, metadata=metadata)


def solve(notebook: nbformat.NotebookNode, **answers: str) -> nbformat.NotebookNode:
    """Write answers into the solution cells of a released notebook."""
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        if name in answers:
            cell.source = answers[name]
    return notebook


QUICK = "quick_judge:judge_notebook"
QUICK_JUDGE = '''
"""A judge for tests of everything round it: it knows the two functions of the tiny set, imports no torch, and isolates nothing."""
import os, time
from course_lib.grading.verdict import Verdict

CASES = {"test-double": ("double", 3, 6), "test-cube": ("cube", 2, 8), "test-cube-2": ("cube", -11, -1331)}

def judge_notebook(notebook, source, *, limits=None, isolation="none", questions=None):
    with open(os.environ["QUICK_JUDGE_LOG"], "a") as log:
        log.write("judged\\n")
    names = {}
    for cell in notebook.cells:
        if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("solution"):
            exec(cell.source, names)
    verdicts = []
    for test, (question, given, wanted) in CASES.items():
        if questions is None or question in questions:
            try:
                got = names[question](given)
                status, message = ("passed", "") if got == wanted else ("failed", f"{question} came out wrong.")
            except NotImplementedError:
                status, message = "not attempted", "this is not written yet."
            verdicts.append(Verdict(cell=test, question=question, status=status, message=message,
                                    label="it comes out right", detail="SECRET detail"))
    return verdicts

def judge_says_nothing(notebook, source, **rest):
    return []

def judge_raises(notebook, source, **rest):
    raise RuntimeError("the judge is out of order")

def judge_dies_on_bad(notebook, source, **rest):
    if any("die here" in cell.source for cell in notebook.cells):
        os._exit(9)
    return judge_notebook(notebook, source)

def judge_slowly(notebook, source, **rest):
    time.sleep(0.5)
    return judge_notebook(notebook, source)
'''
RIGHT = {"double": "def double(x):\n    return x + x\n", "cube": "def cube(x):\n    return x**3\n"}


@pytest.fixture(scope="session")
def _repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from course_lib.grading.register import register
    from course_lib.grading.release import make
    from course_lib.grading.settings import configure

    root = tmp_path_factory.mktemp("repository")
    (root / "solutions" / SET).mkdir(parents=True)
    (root / "exercises").mkdir()
    shutil.copyfile(Path(__file__).parents[3] / "nbgrader_config.py", root / "nbgrader_config.py")
    nbformat.write(source_notebook(), root / "solutions" / SET / f"{TOPIC}.ipynb")
    make(root, SET)
    course = Course(repository=root, folder=root / "class")
    course.make_folder()
    register(course, SET, configure(Config(), folder=course.folder, repository=root), logging.getLogger("tiny"))
    shutil.move(course.folder / "gradebook.db", root / "gradebook.db")  # making one takes nbgrader two seconds: each test gets a copy
    shutil.rmtree(course.folder)
    return root


@pytest.fixture
def repository(_repository: Path, tmp_path: Path) -> Path:
    """A clone of the course with one tiny set, released."""
    return Path(shutil.copytree(_repository, tmp_path / "repository"))


class Here:
    """The judging processes' part of a run, done in this process and one notebook at a time."""

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def run(self, jobs: Iterable[Job]) -> Iterator[Done]:
        for job in jobs:
            said = json.loads(answer(job.as_json()))
            yield Done(name=job.name, verdicts=said.get("verdicts"), problem=said.get("problem", ""))


class Classroom:
    """A class on the tiny set: hand notebooks in, grade, look at the result."""

    def __init__(self, repository: Path, folder: Path, gradebook: Path | None = None) -> None:
        self.course = Course(repository=repository, folder=folder)
        folder.mkdir(mode=0o700)
        if gradebook is not None:
            shutil.copyfile(gradebook, folder / "gradebook.db")

    def released(self) -> nbformat.NotebookNode:
        return nbformat.read(self.course.exercises / SET / f"{TOPIC}.ipynb", as_version=4)

    def hand_in(
        self, student: str, notebook: nbformat.NotebookNode | bytes | None = None, *, name: str = f"{TOPIC}.ipynb", when: str | None = None
    ) -> Path:
        folder = self.course.submitted / student / SET
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / name
        if isinstance(notebook, bytes):
            path.write_bytes(notebook)
        else:
            path.write_text(json.dumps(notebook if notebook is not None else solve(self.released(), **RIGHT)), encoding="utf-8")
        if when:
            (folder / "timestamp.txt").write_text(when, encoding="utf-8")
        return path

    def run(self, **options: object) -> Run:
        return Run(course=self.course, set=SET, **({"judge": QUICK, "isolation": "none"} | options))

    def grade(self, *, here: bool = True, **options: object) -> dict[str, object]:
        """Grade everyone; the quick judge judges in this process, for starting one takes longer than the rest of a test."""
        run = self.run(**options)
        if here and run.judge.startswith("quick_judge:") and run.workers == 1 and not run.scheduler:
            run._judges = lambda most: Here()  # type: ignore[method-assign]
        return {row.student: row for row in run.start()}


@pytest.fixture
def classroom(repository: Path, _repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Classroom:
    """A class without submissions; what is graded in it is judged by the quick judge unless a test says otherwise."""
    code = tmp_path / "code"
    code.mkdir()
    (code / "quick_judge.py").write_text(QUICK_JUDGE, encoding="utf-8")
    monkeypatch.syspath_prepend(code)
    monkeypatch.setenv("PYTHONPATH", str(code))
    monkeypatch.setenv("QUICK_JUDGE_LOG", str(tmp_path / "judged.log"))
    monkeypatch.delenv("COURSE_CLASS", raising=False)
    return Classroom(repository, tmp_path / "class", _repository / "gradebook.db")


@pytest.fixture
def judged(tmp_path: Path) -> Callable[[], int]:
    """How many notebooks the quick judge has judged so far."""
    log = tmp_path / "judged.log"
    return lambda: len(log.read_text().splitlines()) if log.exists() else 0
