"""`course explain STUDENT SET QUESTION`: how a question came to its points."""

from __future__ import annotations

import sys
from typing import Any

import click
from rich.markup import escape
from rich.syntax import Syntax

from course_lib.grading.commands.options import class_option, console, isolation_option


@click.command()
@click.argument("student", metavar="STUDENT")
@click.argument("set_name", metavar="SET")
@click.argument("question", metavar="QUESTION")
@isolation_option
@class_option
def explain(student: str, set_name: str, question: str, isolation: str, class_folder: str | None) -> None:
    """Show what the judge said about QUESTION of SET for STUDENT, and have it judged again from the same submission.

    For the teacher: it shows hidden checks and the student's own errors. Exit code 1 when the second judgement differs from the record.
    """
    from course_lib.grading.explain import explain as reproduce
    from course_lib.grading.paths import Course

    course = Course.find(class_folder)
    found = reproduce(course, student, course.need_set(set_name), question, isolation=isolation)
    console.rule(f"{escape(student)}, {set_name}, {question}", align="left")
    console.print(
        f"row: {found.row.status}, graded {found.row.graded_at} from {found.row.file} "
        f"(sha256 {found.row.digest[:16]}), isolation {found.row.isolation}",
        markup=False,
    )
    for note in [*found.row.notes, *found.changed]:
        console.print(f"note: {note}", markup=False)
    console.print(Syntax(found.answer, "python", line_numbers=True))
    for cell, verdict in found.recorded.items():
        console.print(
            f"\n[bold]{escape(cell)}[/]: recorded as {verdict['status']}" + (" (a hidden check)" if verdict.get("hidden") else "")
        )
        _show(verdict)
    if found.problem:
        click.echo(f"course: it could not be judged again: {found.problem}", err=True)
        sys.exit(1)
    console.print("\nJudged again just now: " + ("the same." if found.same else "NOT the same:"), style="green" if found.same else "red")
    if not found.same:
        for cell, verdict in found.again.items():
            console.print(f"[bold]{escape(cell)}[/]: {verdict['status']}")
            _show(verdict)
    sys.exit(0 if found.same else 1)


def _show(verdict: dict[str, Any]) -> None:
    for key in ("label", "message", "mistake", "example", "detail"):
        if verdict.get(key):
            console.print(f"  {key}: ", end="", style="dim")
            console.print(str(verdict[key]), markup=False)
