"""`course publish DIR`: the students' copy."""

from __future__ import annotations

from pathlib import Path

import click

from course_lib.grading.commands.options import console


@click.command()
@click.argument("target", metavar="DIR", type=click.Path(path_type=Path))
def publish(target: Path) -> None:
    """Write the students' copy of the course into DIR: exercises, checks, the book if it is built, requirements and a README.

    Every file of the copy is searched for hidden lines, solutions and the answer bank first; if one is found, nothing is written.
    """
    from course_lib.grading.paths import Course
    from course_lib.grading.publish import publish as write

    course = Course.find()
    for part, count in write(course, target).items():
        console.print(f"  {part} ({count} {'file' if count == 1 else 'files'})", markup=False)
    console.print(
        f"Students' copy: {target.absolute()}; no hidden line, no solution and no file of the answer bank is in it.", soft_wrap=True
    )
