"""The same test cells say the same in one process and across two, over the answer bank."""

from pathlib import Path

import nbformat
import pytest

from course_lib.grading.judge import Judge, judge_in_process
from course_lib.grading.limits import Limits

ROOT = Path(__file__).parents[3]
SETS = sorted(path.parent.name for path in ROOT.glob("solutions/ps*/*.ipynb"))


def both_ways(set_name, make, step):
    """Judge bank answers across two processes and in one; return the pairs that differ, and how many were judged."""
    source = nbformat.read(next((ROOT / "solutions" / set_name).glob("*.ipynb")), 4)
    judge = Judge(source, Limits())
    answers = sorted((ROOT / "tests" / "answers" / set_name).glob("*/*.py"))[::step]
    differ = []
    for answer in answers:
        name = answer.stem.split("__")[0]
        notebook = make.submission(source, {name: answer.read_text()})
        across, alone = judge.notebook(notebook, [name]), judge_in_process(notebook, source, questions=[name])
        said = [[(v.cell, v.status, v.label, v.message, v.mistake, v.hidden, v.example) for v in found] for found in (across, alone)]
        if said[0] != said[1]:
            differ.append((answer.name, *said))
    return differ, len(answers)


@pytest.mark.parametrize("set_name", SETS)
def test_a_sample_of_the_bank_is_judged_alike(set_name, make):
    differ, count = both_ways(set_name, make, step=29)
    assert differ == []
    assert count > 0


@pytest.mark.long
@pytest.mark.parametrize("set_name", SETS)
def test_the_whole_bank_is_judged_alike(set_name, make):
    differ, count = both_ways(set_name, make, step=1)
    assert differ == []
    assert count > 0


@pytest.mark.parametrize("set_name", SETS)
def test_the_references_get_full_marks(set_name):
    source = nbformat.read(next((ROOT / "solutions" / set_name).glob("*.ipynb")), 4)
    assert {v.status for v in Judge(source, Limits()).notebook(source)} == {"passed"}
