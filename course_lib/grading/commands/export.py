"""`course export SET`: the marks of a set, as CSV, or as Canvas or Moodle import them."""

from __future__ import annotations

from pathlib import Path

import click

from course_lib.grading.commands.options import class_option, console


@click.command()
@click.argument("set_name", metavar="SET")
@click.option(
    "--format", "form", type=click.Choice(["csv", "canvas", "moodle"]), default="csv", show_default=True, help="For whom the file is."
)
@click.option(
    "--template", type=click.Path(path_type=Path), metavar="FILE", help="A gradebook that Canvas exported: its column for SET is filled in."
)
@click.option("--to", metavar="FILE", help="Where to write; CLASS/SET.csv, SET-canvas.csv or SET-moodle.csv when not given.")
@click.option("--anonymous", is_flag=True, help="Pseudonyms in place of students (csv only).")
@class_option
def export(set_name: str, form: str, template: Path | None, to: str | None, anonymous: bool, class_folder: str | None) -> None:
    """Export the marks of SET: with a status for each student (csv), or as Canvas or Moodle import grades.

    For Canvas and Moodle, who has no mark (missing, unreadable, could not be graded) gets an empty cell and not a zero.
    """
    from nbgrader.api import Gradebook

    from course_lib.grading import lms_export
    from course_lib.grading.export import CsvExport
    from course_lib.grading.paths import Course
    from course_lib.grading.problem import Problem

    course = Course.find(class_folder)
    course.need_set(set_name)
    if template and form != "canvas":
        raise Problem(f"--template is a gradebook of Canvas's: it goes with --format canvas, not {form}")
    if anonymous and form != "csv":
        raise Problem(f"--anonymous goes with --format csv: {form.title()} could not tell whose marks they are")
    if not course.has_gradebook():
        raise Problem(f"there is no gradebook {course.gradebook_name}. First: course grade {set_name}")
    name = {"csv": f"{set_name}.csv"}.get(form, f"{set_name}-{form}.csv")
    target = Path(to) if to else course.folder / (f"{set_name}-anonymous.csv" if anonymous else name)
    if not target.parent.is_dir():
        raise Problem(f"there is no folder {target.parent} to write {target.name} into")
    with Gradebook(course.gradebook_url) as book:
        if set_name not in [assignment.name for assignment in book.assignments]:
            raise Problem(f"{set_name} has not been graded in {course.folder}. First: course grade {set_name}")
        if form == "csv":
            CsvExport(to=str(target), assignment=[set_name], anonymous=anonymous, folder=str(course.folder)).export(book)
        elif form == "moodle":
            target.write_text(lms_export.moodle(book, course.folder, set_name), encoding="utf-8", newline="")
        else:
            text = _read(template) if template else None
            target.write_text(lms_export.canvas(book, course.folder, set_name, text), encoding="utf-8", newline="")
    console.print(f"Marks: {target}", soft_wrap=True)


def _read(template: Path) -> str:
    from course_lib.grading.problem import Problem

    try:
        return template.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise Problem(f"the template {template} cannot be read: {error}") from error
