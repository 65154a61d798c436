"""`course due SET [WHEN]`: when a set is due, and for whom later."""

from __future__ import annotations

import click
from rich.markup import escape
from rich.table import Table

from course_lib.grading.commands.options import class_option, console, quiet_nbgrader


@click.command()
@click.argument("set_name", metavar="[SET]", required=False)
@click.argument("when", required=False)
@click.option("--group", metavar="NAME", help="For this group of the roster.")
@click.option("--student", metavar="ID", help="For this student.")
@click.option("--remove", is_flag=True, help="Take the due date away instead.")
@class_option
def due(set_name: str | None, when: str | None, group: str | None, student: str | None, remove: bool, class_folder: str | None) -> None:
    """Set when SET is due, for everyone or later for some; without WHEN, show what is set.

    WHEN is a date, a time and a zone: "2026-10-05 23:59 Europe/London" (UTC when no zone is named). A submission at that very moment is in
    time. Moving a date after grading is seen by the next `course grade`, which runs nothing again for it.
    """
    from course_lib.grading.deadlines import GROUP, moment, set_due
    from course_lib.grading.paths import Course
    from course_lib.grading.problem import Problem

    course = Course.find(class_folder)
    if set_name:
        course.need_set(set_name)
    if when is None and not remove:
        return _show(course.folder, set_name)
    if not set_name:
        raise Problem("say which set: course due SET WHEN")
    if group and student:
        raise Problem("--group and --student are two answers to one question: give one of them")
    if remove and when:
        raise Problem(f"--remove takes a due date away, and {when!r} would set one: give one of them")
    who = GROUP + group if group else student or ""
    set_due(course, set_name, moment(when, "WHEN") if when else None, who, quiet_nbgrader(False))
    _show(course.folder, set_name)
    return None


def _show(folder: object, set_name: str | None) -> None:
    from pathlib import Path

    from course_lib.grading.deadlines import SHAPE, Deadlines

    table = Table("set", "who", "due")
    for (name, who), moment in sorted(Deadlines.read(Path(str(folder))).table.items()):
        if set_name in (None, name):
            table.add_row(name, escape(who) or "everyone", f"{moment:{SHAPE}}")
    if table.row_count:
        console.print(table)
    else:
        console.print(f"No due date is set{f' for {set_name}' if set_name else ''} in {folder}.", soft_wrap=True)
