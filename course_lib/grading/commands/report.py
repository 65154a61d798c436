"""`course report SET`: the teacher's page."""

from __future__ import annotations

import click

from course_lib.grading.commands.options import class_option, console


@click.command()
@click.argument("set_name", metavar="SET")
@click.option("--open", "open_it", is_flag=True, help="Open the page in a browser.")
@click.option("--anonymous", is_flag=True, help="Pseudonyms in place of students, and no links.")
@class_option
def report(set_name: str, open_it: bool, anonymous: bool, class_folder: str | None) -> None:
    """Write the page on SET for the teacher: scores, points by question, the commonest mistakes, every student's row."""
    from course_lib.grading.paths import Course
    from course_lib.grading.report import write

    course = Course.find(class_folder)
    course.need_set(set_name)
    page = write(course, set_name, anonymous=anonymous)
    console.print(f"Report: {page}", soft_wrap=True)
    if open_it:
        click.launch(page.as_uri())
