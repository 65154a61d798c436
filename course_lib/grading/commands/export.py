"""`course export SET --format csv`: the marks of a set."""

from __future__ import annotations

import click

from course_lib.grading.commands.options import class_option, console


@click.command()
@click.argument("set_name", metavar="SET")
@click.option("--format", "form", type=click.Choice(["csv"]), default="csv", show_default=True, help="The file's format.")
@click.option("--to", metavar="FILE", help="Where to write; CLASS/SET.csv when not given.")
@class_option
def export(set_name: str, form: str, to: str | None, class_folder: str | None) -> None:
    """Export the marks of SET, with a status for each student."""
    from pathlib import Path

    from nbgrader.api import Gradebook

    from course_lib.grading.export import CsvExport
    from course_lib.grading.paths import Course
    from course_lib.grading.problem import Problem

    course = Course.find(class_folder)
    course.need_set(set_name)
    if not (course.folder / "gradebook.db").is_file():
        raise Problem(f"there is no gradebook in {course.folder}. First: course grade {set_name}")
    target = Path(to) if to else course.folder / f"{set_name}.{form}"
    if not target.parent.is_dir():
        raise Problem(f"there is no folder {target.parent} to write {target.name} into")
    with Gradebook(course.gradebook_url) as book:
        if set_name not in [assignment.name for assignment in book.assignments]:
            raise Problem(f"{set_name} has not been graded in {course.folder}. First: course grade {set_name}")
        CsvExport(to=str(target), assignment=[set_name]).export(book)
    console.print(f"Marks: {target}", soft_wrap=True)
