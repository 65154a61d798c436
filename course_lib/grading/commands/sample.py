"""`course sample-class`: stage the sample class of twelve and grade it, to see the whole path at work."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from course_lib.grading.commands.options import console, isolation_option, quiet_nbgrader

if TYPE_CHECKING:
    from course_lib.grading.paths import Course


SET = "ps02-attention"


@click.command("sample-class")
@click.option(
    "--to",
    "target",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The class folder; _build/sample-class in the repository when not given.",
)
@click.option(
    "--workers",
    default=min(2, os.cpu_count() or 1),
    show_default=True,
    type=click.IntRange(1, 64),
    help="How many notebooks to judge at a time.",
)
@isolation_option
def sample_class(target: Path | None, workers: int, isolation: str) -> None:
    """Stage tests/submissions (twelve students, most of them with something wrong) as a class, grade it, and write report and feedback.

    Called again, it grades only what changed.
    """
    from course_lib.grading.commands.feedback import write as write_feedback
    from course_lib.grading.commands.grade import perform
    from course_lib.grading.paths import Course, find_repository
    from course_lib.grading.report import write as write_report
    from course_lib.grading.run import Run, Stopped

    repository = find_repository()
    course = Course.find(target or repository / "_build" / "sample-class", repository)
    course.need_set(SET)
    stage(course)
    code = perform(Run(course=course, set=SET, workers=workers, isolation=isolation, log=quiet_nbgrader(False)), Stopped)
    if code not in (0, 1):
        sys.exit(code)
    write_feedback(course, SET, [])
    console.print(f"Report: {write_report(course, SET)}", soft_wrap=True)
    sys.exit(code)


def stage(course: Course) -> None:
    """Write the sample submissions into the class, made from the set as it is released now."""
    from course_lib.grading.deadlines import set_due
    from course_lib.grading.problem import Problem

    script = course.repository / "tests" / "submissions" / "make.py"
    if not script.is_file():
        raise Problem(f"there is no sample class in this copy of the course (looked for {script})")
    spec = importlib.util.spec_from_file_location("sample_submissions", script)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    course.make_folder()
    module.write(course, SET)
    set_due(course, SET, module.DUE, "", quiet_nbgrader(False))
