"""The forty-five public defects of notebook graders, each shown to be none here by a test that carries `@pytest.mark.defect(number)`.

What each is, in a few words; the issue or the source it was seen in stands behind it.
"""

from __future__ import annotations

import ast
import csv
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

from course_lib.grading import record
from tests.grading.surface.tiny import RIGHT, SET, Classroom, _repository, classroom, repository, solve

__all__ = ["_repository", "classroom", "repository"]
TESTS = Path(__file__).parents[1]
DEFECTS = {
    1: "a copied test cell ends the whole class's run (nbgrader 1083)",
    2: "the message about it speaks of an old version (nbgrader 1933)",
    3: "a deleted test cell waits for a person for ever (nbgrader 1682)",
    4: "a deleted test cell lowers the maximum (grader-service 169)",
    5: "partial credit of 0 becomes full marks (nbgrader 1374)",
    6: "text, a list, NaN or a negative number as a test cell's value is full marks (nbgrader's source)",
    7: "a value above the maximum leaves the student ungraded (nbgrader's source)",
    8: "a traceback that is switched off hides a failure (nbgrader PR 1324)",
    9: "code that rewrites the test's code passes it (own)",
    10: "an object that equals everything passes (How-to-cheat 8)",
    11: "a warning costs all points (nbgrader's source, stata_kernel 373)",
    12: "feedback shows hidden tests (nbgrader 917, 1156, 1363)",
    13: "the released copy shows hidden tests (otter 495)",
    14: "a marker without its end, or in a string, hides or shows the wrong lines (nbgrader's source)",
    15: "memory that runs out passes every test (nbgrader 427)",
    16: "after a timeout the notebook counts as not graded (nbgrader 1033)",
    17: "code deaf to interrupts leaves the notebook without a score (nbgrader's source)",
    18: "os._exit or a segmentation fault costs the whole notebook (cocalc 4951)",
    19: "sys.exit(0) counts as success (papermill 449)",
    20: "input() passes in one place and not in another (nbgrader 1844)",
    21: "a cell of no question that fails stops the grading (cocalc 6137)",
    22: "one endless loop costs the whole notebook (otter 469)",
    23: "limits differ between the command line and the web page (nbgrader 1004)",
    24: "a kernel nobody has, or none, stops the student's grading (nbgrader 417)",
    25: "a test cell turned into text is not run (nbgrader 92)",
    26: "grade: false in the metadata takes the automatic score away (nbgrader's source)",
    27: "points: 100 in the metadata counts (nbgrader's source)",
    28: "two test cells with one id grade one of them (nbgrader 1331)",
    29: "a graded cell without points is graded somehow (nbgrader 64)",
    30: "tests cannot be added once somebody handed in (nbgrader 1646)",
    31: "a renamed notebook is not found (nbgrader 1302)",
    32: "a missing notebook waits for a person (nbgrader PR 781)",
    33: "cell ids that are missing, null or used twice (nbformat 359)",
    34: "letters beyond ASCII under the C locale (nbgrader 1297)",
    35: "a damaged file is exported as a zero like any other (own)",
    36: "output without end is kept whole (PrairieLearn 1153)",
    37: "a late penalty stays when the deadline moves (nbgrader 723)",
    38: "time zones, and the very moment of the deadline (nbgrader 73)",
    39: "a test sees what a later cell did (otter 793)",
    40: "partial credit is lost, or totals differ from place to place (otter 935)",
    41: "a file of the teacher's replaces the student's of the same name (nbgrader 940)",
    42: "an answer whose metadata are lost is not graded (nbgrader 1546)",
    43: "Validate says that all is well when nothing is graded (nbgrader 1658)",
    44: "cleared outputs without execution are full marks (nbgrader's help)",
    45: "one result that cannot be sent ends the run (otter 530)",
}


def shown() -> set[int]:
    """Read the numbers that tests under tests/ carry."""
    found = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.defect":
                        found |= {ast.literal_eval(number) for number in mark.args}
    return found


def test_every_defect_has_a_test() -> None:
    assert shown() == set(DEFECTS)


@pytest.mark.defect(24)
@pytest.mark.parametrize("kernel", [{"name": "nope", "display_name": "Nope", "language": "sas"}, None])
def test_a_kernel_nobody_has_changes_nothing(classroom: Classroom, kernel: dict | None) -> None:
    notebook = solve(classroom.released(), **RIGHT)
    notebook.metadata["kernelspec"] = kernel
    classroom.hand_in("ada", notebook)
    assert classroom.grade()["ada"].score == 5.0


@pytest.mark.defect(34)
def test_letters_beyond_ascii_are_kept_under_the_c_locale(classroom: Classroom) -> None:
    answer = "def double(x):\n    # ≤ 日本語 🙂\n    return 2 * x\n"
    classroom.hand_in("李小龍", solve(classroom.released(), double=answer, cube=RIGHT["cube"]))
    script = (
        "import sys\nfrom pathlib import Path\nfrom course_lib.grading.paths import Course\nfrom course_lib.grading.run import Run\n"
        "from course_lib.grading.commands.grade import perform\n"
        "if __name__ == '__main__':\n"
        "    course = Course(repository=Path(sys.argv[1]), folder=Path(sys.argv[2]))\n"
        f"    run = Run(course=course, set={SET!r}, judge='quick_judge:judge_notebook', isolation='none')\n"
        "    sys.exit(perform(run, KeyboardInterrupt))\n"
    )
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHONIO", "PYTHONUTF8"))}
    command = [sys.executable, "-c", script, str(classroom.course.repository), str(classroom.course.folder)]
    done = subprocess.run(command, env=environment | {"LC_ALL": "C"}, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    row = record.read(classroom.course.folder, SET, "李小龍")
    assert row is not None
    assert row.score == 5.0
    graded = next((classroom.course.folder / "autograded" / "李小龍").rglob("*.ipynb"))
    assert "≤ 日本語 🙂" in graded.read_text(encoding="utf-8")


@pytest.mark.defect(40)
def test_partial_credit_is_the_same_number_everywhere(classroom: Classroom) -> None:
    """2 points for a check that passes, 1 of 3 for the two of the other question: 3 of 5 in every place that shows it."""
    from course_lib.grading.export import CsvExport
    from course_lib.grading.report import content
    from course_lib.grading.source import Source

    half = "def cube(x):\n    return abs(x) ** 3\n"
    classroom.hand_in("ada", solve(classroom.released(), double=RIGHT["double"], cube=half))
    row = classroom.grade()["ada"]
    with Gradebook(classroom.course.gradebook_url) as book:
        in_gradebook = book.find_submission(SET, "ada").score
        target = classroom.course.folder / "marks.csv"
        CsvExport(to=str(target), assignment=[SET]).export(book)
    (exported,) = csv.DictReader(io.StringIO(target.read_text(encoding="utf-8")))
    source = Source.read(classroom.course.source(SET))
    page = content(classroom.course, source, SET, [row])
    by_question = sum(question["mean"] for question in page["questions"])
    assert [row.score, in_gradebook, float(exported["score"]), page["rows"][0]["score"], by_question] == [3.0] * 5


@pytest.mark.defect(41)
def test_a_module_beside_the_notebook_is_neither_used_nor_replaced_and_the_teacher_is_told(classroom: Classroom) -> None:
    classroom.hand_in("ada", solve(classroom.released(), double="from utils import double\n", cube=RIGHT["cube"]))
    module = classroom.course.submitted / "ada" / SET / "utils.py"
    module.write_text("def double(x):\n    return 2 * x\n", encoding="utf-8")
    (classroom.course.solutions / SET / "utils.py").write_text("def double(x):\n    return x + x\n", encoding="utf-8")
    row = classroom.grade(judge="course_lib.grading.judge:judge_notebook")["ada"]
    assert row.score == 3.0
    assert any("utils.py beside the notebook was not used" in note for note in row.notes)
    assert "2 * x" in module.read_text(encoding="utf-8")
