"""`make bench-grading`: what isolation and two processes cost a class, beside stock nbgrader on the same notebooks, in one run.

Writes tests/benchmarks/GRADING.md. Wall times of whole commands, so the machine should be doing nothing else. `--students N` for a
smaller class.
"""

from __future__ import annotations

import argparse
import datetime
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

import nbformat
import psutil
import torch

from course_lib.grading.paths import Course
from course_lib.grading.source import Source
from tests.benchmarks.table import machine
from tests.submissions.make import Kit

REPOSITORY = Path(__file__).resolve().parents[2]
RESULTS = Path(__file__).with_name("GRADING.md")
SET = "ps02-attention"
STOCK = "c = get_config()\nc.CourseDirectory.root = {root!r}\nc.CourseDirectory.submitted_directory = 'submitted'\n"
OVERHEAD, SCALE = "a notebook beyond its own cells and tests", "from 1 to 2 workers, starting aside"


class Memory:
    """The largest proportional share of memory that any one judging process and what it started held while the body ran."""

    def __init__(self, of: int) -> None:
        self.most, self.process, self.over = 0, psutil.Process(of), threading.Event()

    def watch(self) -> None:
        """Look every half second until told that it is over."""
        while not self.over.wait(0.5):
            for child in self._judges():
                held = sum(self._share(p) for p in [child, *self._of(child)])
                self.most = max(self.most, held)

    def _judges(self) -> list[psutil.Process]:
        return [child for child in self._of(self.process) if any("spawn_main" in word for word in self._command(child))]

    @staticmethod
    def _of(process: psutil.Process) -> list[psutil.Process]:
        try:
            return process.children(recursive=True)
        except psutil.Error:
            return []

    @staticmethod
    def _command(process: psutil.Process) -> list[str]:
        try:
            return process.cmdline()
        except psutil.Error:
            return []

    @staticmethod
    def _share(process: psutil.Process) -> int:
        try:
            return process.memory_full_info().pss
        except psutil.Error:
            return 0


def timed(command: list[str], **options: object) -> tuple[float, int]:
    """Run a command; return its wall seconds and the most memory one of its judges held."""
    since = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options) as process:  # type: ignore[call-overload]
        memory = Memory(process.pid)
        watcher = threading.Thread(target=memory.watch)
        watcher.start()
        _, said = process.communicate()
        memory.over.set()
        watcher.join()
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}:\n{said.decode()[-2000:]}")
    return time.perf_counter() - since, memory.most


def hand_in(folder: Path, students: int) -> None:
    """Put right answers, no two files alike, into a folder of submissions."""
    course = Course(repository=REPOSITORY, folder=folder)
    kit = Kit(course, SET)
    for number in range(students):
        notebook = kit.solved()
        notebook.cells.append(nbformat.v4.new_markdown_cell(f"student {number}", id=f"student-{number}"))
        place = folder / "submitted" / f"s{number:03d}" / SET
        place.mkdir(parents=True)
        nbformat.write(notebook, place / f"{kit.topic}.ipynb")


def stock(root: Path, students: int) -> float:
    """Seconds of `nbgrader autograde` as it comes, start of the command included, after its own release was made."""
    hand_in(root, students)
    (root / "source").mkdir()
    (root / "source" / SET).symlink_to(REPOSITORY / "solutions" / SET)
    (root / "nbgrader_config.py").write_text(STOCK.format(root=str(root)), encoding="utf-8")
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # nbgrader calls alembic by name
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY), "PATH": programs}
    nbgrader = [sys.executable, "-m", "nbgrader"]
    timed([*nbgrader, "generate_assignment", SET], cwd=root, env=environment)
    return timed([*nbgrader, "autograde", SET, "--ExecutePreprocessor.timeout=120"], cwd=root, env=environment)[0]


def ours(folder: Path, students: int, workers: int) -> tuple[float, float, int]:
    """Seconds of `course grade`, the same once more with nothing changed, and the most memory of a worker."""
    folder.mkdir(mode=0o700)
    hand_in(folder, students)
    command = [sys.executable, "-m", "course_lib.cli", "grade", SET, "--workers", str(workers), "--class", str(folder)]
    first, memory = timed(command, cwd=REPOSITORY)
    again, _ = timed(command, cwd=REPOSITORY)
    return first, again, memory


def alone(students: int) -> float:
    """Seconds a notebook's own cells and tests take, warm, in one process with nothing round them."""
    from course_lib.grading.alone import judge_in_process
    from course_lib.grading.limits import Limits

    kit = Kit(Course(repository=REPOSITORY, folder=REPOSITORY), SET)
    source = Source.read(kit.source.path).notebook
    notebook = kit.solved()
    judge_in_process(notebook, source, limits=Limits())
    since = time.perf_counter()
    rounds = min(students, 20)
    for _ in range(rounds):
        judge_in_process(notebook, source, limits=Limits())
    return (time.perf_counter() - since) / rounds


def inside() -> dict[str, list[float]]:
    """Milliseconds of what isolation does for one notebook, judged warm: the start of each process, each call into one, each end."""
    from course_lib.grading.judge import Judge
    from course_lib.grading.limits import Limits
    from course_lib.grading.peer import Peer
    from course_lib.grading.process import StudentProcess

    kit = Kit(Course(repository=REPOSITORY, folder=REPOSITORY), SET)
    judge, notebook = Judge(Source.read(kit.source.path).notebook, Limits(), "auto"), kit.solved()
    judge.notebook(notebook)
    times: dict[str, list[float]] = {}
    with ExitStack() as stack:
        for owner, method in ((StudentProcess, "__init__"), (Peer, "ask"), (StudentProcess, "stop")):
            stack.enter_context(patch.object(owner, method, clocked(getattr(owner, method), times.setdefault(method, []))))
        judge.notebook(notebook)
    return times


def clocked(function: Callable[..., Any], times: list[float]) -> Callable[..., Any]:
    """The same function, which notes how many milliseconds it took."""

    def run(*args: Any, **kwargs: Any) -> Any:
        since = time.perf_counter()
        try:
            return function(*args, **kwargs)
        finally:
            times.append((time.perf_counter() - since) * 1e3)

    return run


def why() -> dict[str, str]:
    """What a row that is short of its aim is made of."""
    starts, calls, ends = (times for times in inside().values())
    return {
        OVERHEAD: "each question gets a fresh fork of a process that has PyTorch in it "
        f"({len(starts)} of them, {median(starts):.0f} ms each until it is shut in and has run the notebook's cells, {median(ends):.0f} "
        f"ms to end it), and the tests call the student's functions {len(calls)} times, each call a message to the process that is "
        f"shut in and one back ({median(calls):.2f} ms, with what the call itself computes). Less would take one process for "
        "several questions, or tests beside the student's code, and these two are what isolation is for",
        SCALE: "with one worker the process that prepares notebooks and writes the gradebook is already at work beside it; with two it "
        "needs its share of the same two cores. The row below says what the machine has to give",
    }


def two_at_once() -> float:
    """How many times faster two processes with nothing in common are than one on this machine: `alone` in both, nobody waits."""
    command = [sys.executable, "-c", "from tests.benchmarks.grading import alone; print(alone(20))"]

    def seconds(processes: int) -> float:
        started = [subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True) for _ in range(processes)]
        return sum(float(process.communicate()[0]) for process in started) / processes

    return 2 * seconds(1) / seconds(2)


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="bench-grading-") as place:
        yield Path(place)


def main() -> None:
    """Measure and write the table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--students", type=int, default=60)
    students = arguments.parse_args().students
    os.environ.update(OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")
    with scratch() as place:
        print(f"{students} right notebooks of {SET}; stock nbgrader first, it takes longest", flush=True)
        theirs = stock(place / "stock", students)
        print(f"stock nbgrader autograde      {theirs:7.1f} s", flush=True)
        one, again, memory = ours(place / "one", students, 1)
        print(f"course grade, 1 worker        {one:7.1f} s, again {again:.1f} s", flush=True)
        two, _, memory_two = ours(place / "two", students, 2)
        print(f"course grade, 2 workers       {two:7.1f} s", flush=True)
        single, _, _ = ours(place / "single", 1, 1)
        single_two, _, _ = ours(place / "single-two", 2, 2)
    torch.set_num_threads(1)
    most = two_at_once()
    cells = alone(students)
    each = (one - single) / (students - 1)
    scale = (one - single) / (two - single_two) * (students - 2) / (students - 1)
    mega = max(memory, memory_two) / 2**20
    rows = [
        (OVERHEAD, f"{each - cells:.2f} s", "0.15 s", each - cells <= 0.15),
        ("a notebook, whole", f"{each:.2f} s, of which {cells:.2f} s its cells and tests", "", None),
        ("against stock nbgrader autograde, whole commands", f"{theirs:.0f} s / {one:.0f} s = {theirs / one:.1f} times faster", "", None),
        (SCALE, f"{scale:.2f} times", "1.7 times", scale >= 1.7),
        ("two processes with nothing in common, on this machine", f"{most:.2f} times", "", None),
        ("from 1 to 2 workers, whole commands", f"{one:.0f} s / {two:.0f} s = {one / two:.2f} times", "", None),
        ("grading again with nothing changed", f"{again:.1f} s", "2 s", again <= 2),
        ("memory of a worker and its students", f"{mega:.0f} MB", "700 MB", mega <= 700),
    ]
    table = ["| what | measured | aim | |", "|---|---|---|---|"]
    table += [f"| {what} | {found} | {aim} | {'' if met is None else 'met' if met else 'missed'} |" for what, found, aim, met in rows]
    factors = {OVERHEAD: (each - cells) / 0.15, SCALE: 1.7 / scale}
    reasons = [f"- {what}, by {factors[what]:.2f} times: {words}." for what, words in why().items() if factors[what] > 1]
    table += ["", "Short of the aim, and why:", "", *reasons] if reasons else []
    text = (
        f"# Measured grading\n\nMade by `make bench-grading`: {students} right notebooks of {SET}, isolation in force.\n\n"
        f"{machine()} Date: {datetime.date.today().isoformat()}.\n\n" + "\n".join(table) + "\n"
    )
    RESULTS.write_text(text, encoding="utf-8")
    print("\n" + "\n".join(table) + f"\n\nWritten to {RESULTS}")


if __name__ == "__main__":
    main()
