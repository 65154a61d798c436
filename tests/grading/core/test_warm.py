"""The warm process may be started long before it is needed, and before PyTorch is imported."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from course_lib.grading import isolation, warm, workers
from course_lib.grading.limits import Limits
from course_lib.grading.warm import Zygote

SOURCE = next((Path(__file__).parents[3] / "solutions" / "ps03-masks").glob("*.ipynb"))


def test_it_is_not_called_late_because_its_judge_was_busy_first(monkeypatch):
    with Zygote() as warm:
        now = time.monotonic
        monkeypatch.setattr(time, "monotonic", lambda: now() + 1000)
        _, sock = warm.fork(Limits(), "none", [])
        sock.close()
        warm.stop()


def test_starting_it_imports_no_pytorch():
    subprocess.run([sys.executable, "-c", "import sys, course_lib.grading.warm; assert 'torch' not in sys.modules"], check=True)


@pytest.mark.parametrize("program", ["bwrap", "no such program"])
def test_a_worker_says_in_words_what_its_machine_lacks(monkeypatch, program):
    """It starts the warm process before it looks; a job may come from a machine that has more."""
    monkeypatch.setattr(isolation, "lacking", lambda kind: ["bubblewrap is not here"])
    monkeypatch.setattr(warm, "wall", lambda: [program, "--no-such-option"])
    job = {"judge": "course_lib.grading.judge:judge_notebook", "isolation": "bubblewrap", "questions": []}
    job |= {"source": str(SOURCE), "notebook": str(SOURCE)}
    assert "IsolationError: student code cannot be shut in" in json.loads(workers.answer(job))["problem"]
