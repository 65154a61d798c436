"""`course feedback SET`: write each student's feedback page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.progress import track

from course_lib.grading.commands.options import class_option, console, quiet_nbgrader

if TYPE_CHECKING:
    from course_lib.grading.paths import Course


@click.command()
@click.argument("set_name", metavar="SET")
@click.option("--student", "students", multiple=True, metavar="ID", help="Only this student (may be given several times).")
@click.option("--verbose", is_flag=True, help="Show nbgrader's own messages.")
@class_option
def feedback(set_name: str, students: tuple[str, ...], verbose: bool, class_folder: str | None) -> None:
    """Write a page for each student of SET: points, what was wrong in words, nothing hidden."""
    from course_lib.grading.paths import Course

    write(Course.find(class_folder), set_name, list(students), verbose)


def write(course: Course, set_name: str, students: list[str], verbose: bool = False) -> None:
    """Write the pages and say where they are; a student or set that was not graded is a `Problem` before anything is written."""
    from traitlets.config import Config

    from course_lib.grading import record
    from course_lib.grading.feedback import generate
    from course_lib.grading.lock import locked
    from course_lib.grading.problem import Problem, not_there
    from course_lib.grading.settings import configure

    course.need_set(set_name)
    rows = {row.student: row for row in record.read_all(course.folder, set_name)}
    if not rows:
        raise Problem(f"{set_name} has not been graded in {course.folder} (looked in records/{set_name}). First: course grade {set_name}")
    for student in students:
        if student not in rows:
            raise not_there("graded student", student, course.folder / "records" / set_name, rows)
    config = configure(Config(), folder=course.folder, repository=course.repository)
    wanted = [s for s in students or rows if (course.folder / "autograded" / s / set_name).is_dir()]
    without = [f"{s} ({rows[s].status})" for s in students or rows if s not in wanted]
    log = quiet_nbgrader(verbose)
    with locked(course.folder, f"writing feedback on {set_name}"):
        for student in track(wanted, "feedback", console=console, transient=True, disable=not console.is_terminal):
            generate(course, set_name, [student], config, log)
    console.print(
        f"Feedback: {course.folder / 'feedback'} ({len(wanted)} pages: STUDENT/{set_name}/{course.source(set_name).stem}.html)",
        soft_wrap=True,
    )
    if without:
        console.print(f"No page for {', '.join(without)}: there is no graded notebook.", markup=False)
