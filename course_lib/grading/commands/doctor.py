"""`course doctor`: what this machine offers, and whether it grades as it should."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from course_lib.grading.commands.options import class_option, console, isolation_option

WORDS = {"ok": "[green]ok[/]", "missing": "[red]missing[/]", "note": "[yellow]note[/]"}


@click.command()
@click.option(
    "--grade", "grading", is_flag=True, help="Grade the answer bank here, to see that marks on this machine are what they should be."
)
@click.option("--set", "sets", multiple=True, metavar="SET", help="With --grade: only this set (may be given several times).")
@click.option("--all", "everything", is_flag=True, help="With --grade: every answer, not a right and a wrong one to each function.")
@isolation_option
@class_option
def doctor(class_folder: str | None, grading: bool, sets: tuple[str, ...], everything: bool, isolation: str) -> None:
    """Say what this machine offers for each part of the course, what each is for, and how to get what is missing.

    Nothing is changed. With CI=true the exit code is 1 when something is missing.

    With --grade, grade answers whose marks are known, under the isolation a class would be graded under: about a minute, five with --all.
    Exit code: 0 when every right answer gets full marks and every wrong one loses some, 1 when not, 2 when it cannot be tried here.
    """
    if (sets or everything or isolation != "auto") and not grading:
        raise click.UsageError("--set, --all and --isolation go with --grade: course doctor --grade --set ps02-attention")
    if grading:
        sys.exit(grade_the_bank(sets, everything, isolation))
    from course_lib.grading.doctor import examine
    from course_lib.grading.paths import CLASS_VARIABLE, default_class_folder

    folder = Path(class_folder or os.environ.get(CLASS_VARIABLE) or default_class_folder()).expanduser().absolute()
    findings = examine(folder)
    table = Table(show_lines=False, expand=False)
    for column in ("part", "state", "found", "what it is for"):
        table.add_column(column, overflow="fold")
    for finding in findings:
        table.add_row(escape(finding.name), WORDS[finding.state], escape(finding.found), escape(finding.purpose))
    console.print(table)
    missing = [finding for finding in findings if finding.state == "missing"]
    for finding in missing:
        console.print(f"{finding.name}: {finding.remedy}", markup=False, soft_wrap=True)
    sys.exit(1 if missing and os.environ.get("CI") == "true" else 0)


def grade_the_bank(sets: tuple[str, ...], everything: bool, isolation: str) -> int:
    """Grade answers whose marks are known, with a bar; say what came of it, and return the exit code."""
    from course_lib.grading.isolation import WORDS as ISOLATION
    from course_lib.grading.isolation import IsolationError, resolve
    from course_lib.grading.limits import Limits
    from course_lib.grading.paths import find_repository
    from course_lib.grading.problem import Problem
    from course_lib.grading.rehearsal import rehearse, sets_with_answers

    repository = find_repository()
    names = sets_with_answers(repository, sets)
    try:
        kind = resolve(isolation)
    except IsolationError as error:
        raise Problem(f"nothing was graded: {error}") from error
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn())
    bar = Progress(TextColumn("{task.description}"), *columns, console=console, transient=True, disable=not console.is_terminal)
    with bar:
        task = bar.add_task("starting", total=None)

        def moved(name: str, done: int, total: int) -> None:
            bar.update(task, description=f"grading {name}", completed=done, total=total)

        found = list(rehearse(repository, names, isolation=kind, everything=everything, progress=moved))
    table = Table(expand=False)
    table.add_column("set", no_wrap=True)
    for column in ("right answers", "wrong answers", "undeserved", "seconds"):
        table.add_column(column, justify="right")
    for one in found:
        faults = f"[red]{len(one.faults)}[/]" if one.faults else "0"
        table.add_row(one.set, str(one.right), str(one.wrong), faults, f"{one.seconds:.0f}")
    console.print(table)
    for one in found:
        for told in one.faults:
            console.print(f"{one.set}: {told}", markup=False, soft_wrap=True)
    console.print(f"Isolation of student code: {ISOLATION[kind]}.", soft_wrap=True)
    name, seconds = max((one.slowest for one in found), key=lambda slowest: slowest[1])
    console.print(
        f"The slowest answer was {name}: {seconds:.1f} s. A question may use {Limits().question_seconds:g} s of processor time.",
        markup=False,
        soft_wrap=True,
    )
    count, bad = sum(one.right + one.wrong for one in found), sum(len(one.faults) for one in found)
    if bad:
        console.print(f"[red]Do not grade a class here yet[/]: {bad} of {count} answers did not get what they deserve.", soft_wrap=True)
        return 1
    console.print(f"[green]Ready to grade[/]: all {count} answers got what they deserve.", soft_wrap=True)
    return 0
