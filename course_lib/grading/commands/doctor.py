"""`course doctor`: what this machine offers."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click
from rich.markup import escape
from rich.table import Table

from course_lib.grading.commands.options import class_option, console

WORDS = {"ok": "[green]ok[/]", "missing": "[red]missing[/]", "note": "[yellow]note[/]"}


@click.command()
@class_option
def doctor(class_folder: str | None) -> None:
    """Say what this machine offers for each part of the course, what each is for, and how to get what is missing.

    Nothing is changed. With CI=true the exit code is 1 when something is missing.
    """
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
