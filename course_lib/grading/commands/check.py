"""`course check NOTEBOOK [QUESTION]`: a student's own visible checks."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.text import Text

MARKS = {
    "passed": ("passed", "green"),
    "failed": ("not yet", "red"),
    "not done": ("not done", "yellow"),
    "timed out": ("timed out", "magenta"),
    "crashed": ("crashed", "magenta"),
    "not run": ("not run", "yellow"),
}


@click.command()
@click.argument("notebook", type=click.Path(path_type=Path))
@click.argument("question", required=False)
@click.option("--timeout", default=60.0, show_default=True, type=click.FloatRange(1), help="Seconds a single cell may take.")
@click.option("--output", is_flag=True, help="Show what the cells print.")
def check(notebook: Path, question: str | None, timeout: float, output: bool) -> None:
    """Run the visible checks of NOTEBOOK, or those of one QUESTION, and say what each one found.

    The notebook runs from the top in a fresh process, as "Restart and run all" would; its file is not changed. Grading runs these checks
    and others that are not in your notebook. Exit code: 0 when every check passed, 1 when one did not.
    """
    from course_lib.grading.check import run

    console = Console(highlight=False)
    with console.status("starting") as status:
        outcome = run(
            notebook, question, patience=timeout, show_output=output, progress=lambda cell: status.update(escape(f"running {cell}"))
        )
    for remark in outcome.remarks:
        console.print(f"note: {remark}", style="yellow", markup=False)
    for name in dict.fromkeys(c.question for c in outcome.checks):
        _show(console, name, [c for c in outcome.checks if c.question == name])
    passed = sum(c.status == "passed" for c in outcome.checks)
    console.print(f"{passed} of {len(outcome.checks)} cells of checks passed.", style="green" if outcome.passed else "")
    sys.exit(0 if outcome.passed else 1)


def _show(console: Console, question: str, checks: list) -> None:
    worst = next((c for c in checks if c.status != "passed"), checks[0])
    word, colour = MARKS[worst.status]
    console.print(Text.assemble((f"{word:>10}", f"bold {colour}"), f"  {question}"))
    for failed in (c for c in checks if c.status not in ("passed", "not done", "not run")):
        lines = []
        if failed.label:
            lines.append(Text(f"It should be so that {failed.label}."))
        lines.append(Text(failed.message.strip()))
        if failed.mistake:
            lines.append(Text(f"This is what comes out with: {failed.mistake.replace('-', ' ')}.", style="bold"))
        if failed.example:
            lines += [Text(""), Text(failed.example)]
        console.print(Panel(Text("\n").join(lines), title=escape(failed.cell), title_align="left", border_style=colour))
