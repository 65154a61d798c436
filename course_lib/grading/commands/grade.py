"""`course grade SET`: grade every submission of a set."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from course_lib.grading.commands.options import COLOURS, class_option, console, isolation_option, points, quiet_nbgrader

if TYPE_CHECKING:
    from course_lib.grading.run import Run


@click.command()
@click.argument("set_name", metavar="SET")
@click.option("--student", "students", multiple=True, metavar="ID", help="Only this student (may be given several times).")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64), help="How many notebooks to judge at a time.")
@click.option("--scheduler", metavar="ADDRESS", help="Judge on the workers of this Dask scheduler instead: tls://HOST:PORT.")
@click.option("--again", is_flag=True, help="Grade also what has not changed since the last run.")
@click.option("--anonymous", is_flag=True, help="Show pseudonyms in place of students on this terminal.")
@click.option("--db", metavar="URL", help="Keep this class's marks in PostgreSQL: postgresql+psycopg://USER:PASSWORD@HOST/DATABASE. Kept.")
@click.option("--verbose", is_flag=True, help="Show nbgrader's own messages.")
@isolation_option
@class_option
def grade(
    set_name: str,
    students: tuple[str, ...],
    workers: int,
    scheduler: str | None,
    again: bool,
    anonymous: bool,
    db: str | None,
    verbose: bool,
    isolation: str,
    class_folder: str | None,
) -> None:
    """Grade every submission of SET into the gradebook, and write a record of each.

    Submissions are CLASS/submitted/STUDENT/SET/. A run that was interrupted goes on when it is called again; what has not changed is not
    graded twice.

    Exit code: 0 when every row has a result, 1 when some could not be graded for a reason that is not the student's, 2 for a wrong call,
    3 when another run holds the class, 130 when interrupted.
    """
    from course_lib.grading.paths import Course
    from course_lib.grading.run import Run, Stopped

    course = Course.find(class_folder)
    if db:
        course.need_set(set_name)
        course.make_folder()
        course.keep_database(db)
    run = Run(
        course=course,
        set=set_name,
        students=list(students) or None,
        workers=workers,
        scheduler=scheduler,
        again=again,
        isolation=isolation,
        log=quiet_nbgrader(verbose),
    )
    sys.exit(perform(run, Stopped, anonymous=anonymous))


def perform(run: Run, stopped: type[BaseException], *, anonymous: bool = False) -> int:
    """Run with a progress bar, show the rows, and return the exit code."""
    from course_lib.grading.pseudonyms import Pseudonyms

    called: Callable[[str], str] = (lambda student: Pseudonyms(run.course.folder).of(student)) if anonymous else str
    bar = Progress(
        TextColumn("grading {task.fields[student]}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task("", total=None, student=run.set)

        def moved(student: str, done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, student=escape(called(student)))

        run.progress = moved
        try:
            rows = run.start()
        except stopped:
            click.echo(
                f"course: interrupted; {len(run.records)} of {getattr(run, 'total', '?')} rows are done and kept. "
                "Run the same command again to go on.",
                err=True,
            )
            return 130
    from course_lib.grading.isolation import WORDS

    console.print(table(run.set, rows, called if anonymous else None))
    console.print(
        f"{len(rows)} rows, {len(rows) - len(run.kept)} graded now, {len(run.kept)} unchanged.  Gradebook: {run.course.gradebook_name}",
        soft_wrap=True,
    )
    console.print(f"Isolation of student code: {WORDS[run.isolation]}.", soft_wrap=True)
    failed = [row for row in rows if row.status == "error"]
    for row in failed:
        why = row.problem.splitlines()[0] if row.problem else "the judge reported an error of the course"
        click.echo(f"course: {called(row.student)} could not be graded: {why}", err=True)
    return 1 if failed else 0


def table(set_name: str, rows: list, called: Callable[[str], str] | None = None) -> Table:
    """Lay the rows of a graded set out as a table; with pseudonyms, without what intake found, which names files."""
    shown = Table(title=f"{set_name}", title_justify="left", expand=False)
    for column, justify in (
        ("student", "left"),
        ("status", "left"),
        ("points", "right"),
        ("not earned", "left"),
        ("what was found", "left"),
    ):
        shown.add_column(column, justify=justify, overflow="fold")  # type: ignore[arg-type]
    for row in rows:
        lost = dict.fromkeys(verdict["question"] for verdict in row.verdicts if verdict["passed"] is not True)
        notes = [] if called else [*row.notes, *([row.problem.splitlines()[0]] if row.problem else [])]
        if row.late_seconds > 0:
            notes.insert(0, f"late by {duration(row.late_seconds)}")
        colour = COLOURS.get(row.status, "white")
        got = points(row.score) + (f" / {points(row.max_score)}" if row.max_score is not None else "")
        shown.add_row(
            escape(called(row.student) if called else row.student),
            f"[{colour}]{row.status}[/]",
            got,
            escape(", ".join(lost)),
            escape("; ".join(notes)),
        )
    return shown


def duration(seconds: float) -> str:
    """Write a time span in its two largest units.

    Example:
        >>> duration(93784), duration(59)
        ('1 d 2 h', '59 s')
    """
    units = [(86400, "d"), (3600, "h"), (60, "min"), (1, "s")]
    parts, left = [], int(seconds)
    for size, unit in units:
        if left >= size:
            parts.append(f"{left // size} {unit}")
            left %= size
    return " ".join(parts[:2]) or "0 s"
