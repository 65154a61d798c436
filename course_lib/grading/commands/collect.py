"""`course collect SET ZIP`: submissions from a learning platform's download."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.progress import Progress

from course_lib.grading.commands.options import class_option, console


@click.command()
@click.argument("set_name", metavar="SET")
@click.argument("archive", metavar="ZIP", type=click.Path(path_type=Path))
@click.option("--from", "platform", type=click.Choice(["canvas", "moodle"]), help="Which platform made it; told from the names otherwise.")
@class_option
def collect(set_name: str, archive: Path, platform: str | None, class_folder: str | None) -> None:
    """Put the notebooks of ZIP, as Canvas or Moodle lets you download them, into the class folder.

    Students are found on CLASS/roster.csv (columns id, last_name, first_name, email, group, canvas_id); where there is none, one is made
    from the download. A newer download replaces older files, which are kept in CLASS/earlier. Canvas marks late files; `course due SET`
    must be set before for the mark to count.

    Exit code: 0 when everything was taken, 1 when something was refused or belongs to nobody.
    """
    from course_lib.grading import collect as collecting
    from course_lib.grading.deadlines import Deadlines
    from course_lib.grading.lock import locked
    from course_lib.grading.paths import Course

    course = Course.find(class_folder)
    course.need_set(set_name)
    course.make_folder()
    deadlines = Deadlines.read(course.folder)
    with locked(course.folder, f"collecting {set_name}"), Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("collecting", total=None)
        found = collecting.collect(
            course,
            set_name,
            archive,
            platform=platform,
            due=lambda student: deadlines.of(set_name, student),
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    _tell(found, course.folder, set_name, undated=bool(found.late) and deadlines.of_everyone(set_name) is None)
    sys.exit(1 if found.refused else 0)


def _tell(found: object, folder: Path, set_name: str, undated: bool) -> None:
    from course_lib.grading.collect import EARLIER, Collected

    assert isinstance(found, Collected)
    console.print(
        f"{len(found.new)} new, {len(found.replaced)} replaced, {len(found.same)} unchanged, in {folder / 'submitted'}", soft_wrap=True
    )
    if found.enrolled:
        console.print(
            f"There was no roster: {folder / 'roster.csv'} now names the {len(found.enrolled)} students of this download. "
            "Put in their own ids and groups before you grade, if you have them.",
            soft_wrap=True,
        )
    if found.replaced:
        console.print(f"Replaced: {', '.join(found.replaced)}; what was there is kept in {folder / EARLIER}", markup=False, soft_wrap=True)
    if found.late:
        console.print(f"Late by the platform: {', '.join(found.late)}", markup=False, soft_wrap=True)
    if undated:
        click.echo(
            f"course: {set_name} has no due date here, so nobody counts as late. Set it (course due {set_name} WHEN) and collect again.",
            err=True,
        )
    for member, why in found.refused:
        click.echo(f"course: not taken: {member}: {why}", err=True)
    if found.unknown:
        click.echo(
            f"course: {len(found.unknown)} not found on {folder / 'roster.csv'}: {', '.join(found.unknown)}. "
            "Add them, or correct a name or canvas_id, and collect again.",
            err=True,
        )
