"""`course forget STUDENT`: remove one person from the class."""

from __future__ import annotations

import click

from course_lib.grading.commands.options import class_option, console


@click.command()
@click.argument("student", metavar="STUDENT")
@click.option("--yes", is_flag=True, help="Do not ask.")
@class_option
def forget(student: str, yes: bool, class_folder: str | None) -> None:
    """Remove everything the class folder knows of STUDENT: submissions, graded notebooks, feedback, records, marks, also in backups.

    It shows what it will remove and asks. It cannot be taken back. Copies you made elsewhere are yours to remove.
    """
    from course_lib.grading import forget as forgetting
    from course_lib.grading.lock import locked
    from course_lib.grading.paths import Course

    course = Course.find(class_folder)
    traces = forgetting.find(course, student)
    for path in traces.files:
        console.print(f"remove   {path}", markup=False, soft_wrap=True)
    for url in traces.gradebooks:
        place = course.gradebook_name if url == course.gradebook_url else url.partition(":///")[2]
        console.print(f"marks in {place}", markup=False, soft_wrap=True)
    for path in traces.lists:
        console.print(f"line in  {path}", markup=False, soft_wrap=True)
    for name in traces.reports:
        console.print(f"row in   the report on {name}, which is written anew", markup=False, soft_wrap=True)
    if not yes:
        click.confirm(f"Remove all this of {student}? It cannot be taken back", abort=True)
    with locked(course.folder, f"forgetting {student}"):
        forgetting.forget(course, student, traces)
    console.print(f"{student} is removed from {course.folder}.", markup=False, soft_wrap=True)
    for path in traces.elsewhere:
        click.echo(f"course: {path} mentions {student} and was not written by `course`: look at it yourself", err=True)
