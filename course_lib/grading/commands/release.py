"""`course release [SET]`: make the students' version of one set or of all."""

from __future__ import annotations

import sys

import click

from course_lib.grading.commands.options import class_option, console, quiet_nbgrader


@click.command()
@click.argument("set_name", metavar="[SET]", required=False)
@click.option("--check", is_flag=True, help="Only say whether exercises/ is in step with solutions/; exit code 1 when it is not.")
@click.option("--due", metavar="WHEN", help='Set the due date in the class\'s gradebook, as "2026-10-05 23:59 Europe/London".')
@click.option("--verbose", is_flag=True, help="Show nbgrader's own messages.")
@class_option
def release(set_name: str | None, check: bool, due: str | None, verbose: bool, class_folder: str | None) -> None:
    """Make the students' version of SET (or of every set) from solutions/ into exercises/.

    Sources with a mistake (a marker without its end, a cell id used twice, points missing, more than one name in a solution cell) are
    refused with the cell's position, and so is a release that would show a hidden line, a solution or an output.
    """
    from course_lib.grading.deadlines import moment, set_due
    from course_lib.grading.paths import Course
    from course_lib.grading.problem import Problem
    from course_lib.grading.release import differences, make

    course = Course.find(class_folder)
    names = [course.need_set(set_name)] if set_name else course.sets()
    if not names:
        raise Problem(f"there is no set to release: looked for SET/TOPIC.ipynb in {course.solutions}")
    if due and not set_name:
        raise Problem("--due belongs to one set: say which, as in course release ps02-attention --due ...")
    log = quiet_nbgrader(verbose)
    if check:
        found = [line for name in names for line in differences(course.repository, name, log)]
        for line in found:
            click.echo(line, err=True)
        console.print(
            "exercises/ is in step with solutions/." if not found else "exercises/ is out of step; make it anew with: course release"
        )
        sys.exit(1 if found else 0)
    when = moment(due, "--due") if due else None
    for name in names:
        console.print(f"released {name} to {make(course.repository, name, log)}", soft_wrap=True)
    if when and set_name:
        set_due(course, set_name, when, "", log)
        console.print(f"{set_name} is due {when} UTC in {course.folder}", soft_wrap=True)
